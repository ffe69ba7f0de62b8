import type { AnySchemaObject } from 'ajv';
import { expect, it } from 'vitest';
import { createNode, keypair, type LedgerNode } from '../../../src/index.ts';
import { DESCRIBED_LEDGER, sentOrder } from '../../support/describedIdl.ts';
import { type ServedDocument, validator } from '../openrpc/served.ts';

/** What `stillnode_sent` has of programs with an IDL. */

const FILLED = { 'market.Filled': { price: 5 } };

const PLACED = {
  index: 0,
  innerIndex: null,
  program: 'market',
  instruction: 'place_order',
  args: { price: '5', side: 'Sell' },
  accounts: {
    owner: keypair('alice').address,
    order: keypair('order1').address,
    'pool.vault': keypair('vault').address,
  },
};
const SLIPPAGE = {
  program: 'market',
  instruction: 0,
  name: 'SlippageExceeded',
  code: 6001,
  message: 'Slippage exceeded',
};

async function sentAfter(rule: Parameters<LedgerNode['onSend']>[0] | undefined, config: object = {}) {
  const node = await createNode({ ledger: DESCRIBED_LEDGER as object, dialect: 'agave' });
  if (rule !== undefined) await node.onSend(rule);
  const { value } = await node.request('getLatestBlockhash');
  const params = [sentOrder(5, value.blockhash), { encoding: 'base64', ...config }] as const;
  await node.request('sendTransaction', params).catch(() => undefined);
  return (await node.sent())[0]!;
}

it('a transaction that was refused has its instructions and its error', async () => {
  const sent = await sentAfter({ then: { fail: { custom: 6001 } } });
  expect(sent).toMatchObject({
    instructions: [PLACED],
    programError: SLIPPAGE,
    outcome: { refused: { code: -32002 } },
  });
  expect(sent).not.toHaveProperty('events');
});

it('and so has one that failed in a block', async () => {
  const sent = await sentAfter({ then: { fail: { custom: 6001 } } }, { skipPreflight: true });
  expect(sent.slot).toBe(12);
  expect(sent).toMatchObject({ instructions: [PLACED], programError: SLIPPAGE });
});

it('one that succeeded has no error', async () => {
  const sent = await sentAfter({ then: 'succeed' });
  expect(sent).toMatchObject({ instructions: [PLACED], slot: 12 });
  expect(sent).not.toHaveProperty('programError');
});

it('an error that a rule gives may have any form', async () => {
  const sent = await sentAfter({ then: { rpcError: { code: -32002, message: 'no', data: { err: 7, logs: [1] } } } });
  expect(sent).toMatchObject({ instructions: [PLACED], error: { code: -32002 } });
  expect(sent).not.toHaveProperty('programError');
});

it('is described in the OpenRPC document, each member of it', async () => {
  const node = await createNode({ ledger: DESCRIBED_LEDGER as object, dialect: 'agave' });
  const document = JSON.parse(await node.requestText('rpc.discover')) as ServedDocument;
  const { result } = document.methods.find(({ name }) => name === 'stillnode_sent')!;
  const isDescribed = validator(closed(result.schema), document);
  const all = [
    await sentAfter({ then: { fail: { custom: 6001 } } }),
    await sentAfter({ then: { fail: { custom: 6001 } } }, { skipPreflight: true }),
    await sentAfter({ then: { succeed: { emits: [FILLED] } } }),
  ];
  expect(isDescribed(all) ? [] : isDescribed.errors).toEqual([]);
  expect(all.map((sent) => Object.keys(sent).filter((name) => name === 'events' || name === 'programError'))).toEqual([
    ['programError'],
    ['programError'],
    ['events'],
  ]);
});

/** Objects that hold nothing but what is listed. */
const closed = (schema: AnySchemaObject): AnySchemaObject =>
  JSON.parse(JSON.stringify(schema), (_key, value) =>
    value?.type === 'object' && value.properties !== undefined ? { ...value, additionalProperties: false } : value,
  ) as AnySchemaObject;
