import { expect, it } from 'vitest';
import { createNode, keypair, type LedgerNode } from '../../../src/index.ts';
import { DESCRIBED_LEDGER, sentOrder } from '../../support/describedIdl.ts';

/** What `stillnode_sent` has of programs with an IDL. */

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
