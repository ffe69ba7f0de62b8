import { PublicKey, SystemProgram } from '@solana/web3.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { encodeBase58 } from '../../../src/codec/base58.ts';
import { SURFNET_METHODS } from '../../../src/control/surfnet/surfnetMethods.ts';
import { createNode, type ListenOptions, ledger, type NodeOptions, sol, startNode } from '../../../src/index.ts';
import { DEFAULT_VERSION } from '../../../src/nodeVersion.ts';
import { codeWords, readText, tableUnder } from '../../docs/tables.ts';
import { type ServedDocument, validator } from '../../rpc/openrpc/served.ts';
import { BOTH_DIALECTS, errorText } from '../../support/answers.ts';
import { invalidText, NO_ARGUMENT_CASES, NOT_U64 } from '../../support/control.ts';
import { ALICE, type SendNode, sendNode, signed } from '../../support/sends.ts';
import { keyOf, transfer } from '../../support/sentTransactions.ts';
import { callText } from '../../support/testNode.ts';

const NAMES = [
  'setAccount',
  'setTokenAccount',
  'timeTravel',
  'pauseClock',
  'resumeClock',
  'resetNetwork',
  'getLocalSignatures',
].map((name) => `surfnet_${name}`);
const UNKNOWN = errorText(-32601, 'Method not found');

it('are those that the page lists', () => {
  const rows = tableUnder('## The names of Surfpool', readText('docs/comparison.md'));
  expect(rows.map(([name]) => codeWords(name!)[0])).toEqual(NAMES);
  expect([...SURFNET_METHODS.keys()]).toEqual(NAMES);
});

it('the page names the others of Surfpool too, which are unknown', async () => {
  const rows = tableUnder('### Other methods of Surfpool', readText('docs/comparison.md'));
  const others = rows.flatMap(([names]) => codeWords(names!));
  expect(others).toHaveLength(26 - NAMES.length);
  const node = await createNode({ ledger: ledger().block(5) });
  for (const name of others) expect(await callText(node, name, '[]')).toBe(UNKNOWN);
});

it('have parameters and results as the OpenRPC document describes them', async () => {
  const node = await createNode({ ledger: ledger().wallet('alice', sol(5)).mint('usdc', { decimals: 6 }).block(5) });
  const text = await callText(node, 'rpc.discover', '[]');
  // objects have nothing but what is listed
  const document = JSON.parse(text, (_key, value) =>
    value?.type === 'object' && value.properties !== undefined ? { ...value, additionalProperties: false } : value,
  ) as ServedDocument;
  const [alice, usdc] = [node.address('alice'), node.address('usdc')];
  const calls: Readonly<Record<string, readonly unknown[]>> = {
    setAccount: [alice, { lamports: 9, data: '00', owner: alice, executable: false, rentEpoch: null }],
    setTokenAccount: [alice, usdc, { amount: 1, delegate: 'null', state: 'frozen', closeAuthority: alice }, null],
    timeTravel: [{ absoluteSlot: 50 }],
    pauseClock: [],
    resumeClock: [],
    resetNetwork: [],
    getLocalSignatures: [5],
  };
  for (const [name, values] of Object.entries(calls)) {
    const { params, result } = document.methods.find((method) => method.name === `surfnet_${name}`)!;
    const answer: unknown = JSON.parse(await callText(node, `surfnet_${name}`, JSON.stringify(values)));
    const validate = validator(result.schema, document);
    expect(validate(answer) ? [] : [name, answer, validate.errors]).toEqual([]);
    values.forEach((value, i) => {
      const takes = validator(params[i]!.schema, document);
      expect(takes(value) ? [] : [name, value, takes.errors]).toEqual([]);
    });
  }
  await node.setSlotTime(null);
});

describe('surfnet_resetNetwork', () => {
  it.each(BOTH_DIALECTS)('goes back to the ledger as it was loaded, in the %s dialect too', async (dialect) => {
    const node = await createNode({ ledger: ledger().wallet('alice', sol(5)).block(5), dialect });
    await node.setAccount('alice', sol(1));
    await node.advance(3);
    expect(await callText(node, 'surfnet_resetNetwork', '[]', dialect)).toBe(
      `{"context":{"apiVersion":"${DEFAULT_VERSION.release}","slot":5},"value":null}`,
    );
    expect(await node.request('getBalance', [node.address('alice')])).toMatchObject({ value: 5e9 });
  });

  it.each(NO_ARGUMENT_CASES)('refuses %s', async (params, error) => {
    const node = await createNode({ ledger: ledger().block(5) });
    expect(await callText(node, 'surfnet_resetNetwork', params)).toBe(error);
  });
});

describe('surfnet_getLocalSignatures', () => {
  const SYSTEM = '11111111111111111111111111111111';
  const LOGS = `["Program ${SYSTEM} invoke [1]","Program ${SYSTEM} success"]`;
  const signatureOf = (bytes: Uint8Array) => encodeBase58(bytes.subarray(1, 65));
  const item = (bytes: Uint8Array, err = 'null', logs = LOGS) =>
    `{"err":${err},"logs":${logs},"signature":"${signatureOf(bytes)}"}`;
  const list = ({ call }: SendNode, params = '[]') => call('surfnet_getLocalSignatures', params);
  const answerOf = (slot: number, ...items: readonly string[]) =>
    `{"context":{"apiVersion":"4.1.0","slot":${slot}},"value":[${items.join(',')}]}`;

  it('has none before anything is sent', async () => {
    expect(await list(sendNode())).toBe(answerOf(7));
  });

  it('has what was sent and is in a block, newest first, each once', async () => {
    const node = sendNode();
    const transfers = [1, 2, 3].map((lamports) => signed([transfer(lamports)]));
    for (const bytes of transfers) await node.send(bytes);
    // refused: it has been processed
    await node.send(transfers[0]!);
    const { slot } = (JSON.parse(await list(node)) as { context: { slot: number } }).context;
    expect(await list(node)).toBe(answerOf(slot, ...transfers.toReversed().map((bytes) => item(bytes))));
    expect(await list(node, '[2]')).toBe(answerOf(slot, item(transfers[2]!), item(transfers[1]!)));
    expect(await list(node, '[0]')).toBe(answerOf(slot));
    expect(await list(node, '[null]')).toBe(await list(node));
  });

  it('has errors, and leaves out what is in no block', async () => {
    const node = sendNode();
    const failing = signed([
      SystemProgram.transfer({
        fromPubkey: new PublicKey(ALICE),
        toPubkey: new PublicKey(keyOf('carol')),
        lamports: 5n * 10n ** 9n,
      }),
    ]);
    await node.send(failing, '"skipPreflight":true');
    await node.rule({ kind: 'drop' });
    await node.send(signed([transfer(7)]));
    const { value } = JSON.parse(await list(node)) as { value: readonly { signature: string; err: unknown }[] };
    expect(value).toMatchObject([{ signature: signatureOf(failing), err: { InstructionError: [0, { Custom: 1 }] } }]);
  });

  it('has at most 50 unless more are asked for', async () => {
    // one block for each send: the blockhash would be too old otherwise
    const node = sendNode({ processed: 7, confirmed: 7, finalized: 7 });
    for (let i = 1; i <= 52; i++) await node.send(signed([transfer(i)]));
    const count = async (params: string) => (JSON.parse(await list(node, params)) as { value: unknown[] }).value.length;
    expect(await count('[]')).toBe(50);
    expect(await count('[51]')).toBe(51);
    expect(await count('[18446744073709551615]')).toBe(52);
  });

  it('refuses another limit', async () => {
    const node = sendNode();
    expect(await list(node, '[-1]')).toBe(invalidText(`limit: ${NOT_U64}, found -1`));
    expect(await list(node, '[{"limit":5}]')).toBe(invalidText(`limit: ${NOT_U64}, found an object with limit`));
    expect(await list(node, '[1,2]')).toBe(invalidText('expected the arguments [limit?], found 2'));
  });
});

describe('the rights of control methods', () => {
  async function replies(options: Partial<NodeOptions & ListenOptions>, path = '', origin?: string) {
    const node = await startNode({ ledger: ledger().block(5), ...options });
    onTestFinished(() => node.close());
    const headers = { 'content-type': 'application/json', ...(origin && { origin }) };
    return Promise.all(
      NAMES.map(async (method) => {
        const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: [] });
        return (await fetch(`${node.url}${path}`, { method: 'POST', headers, body })).text();
      }),
    );
  }
  const errorReply = (error: string) => `{"jsonrpc":"2.0","error":${error},"id":1}\n`;

  it('without control they are unknown', async () => {
    expect(new Set(await replies({ control: false }))).toEqual(new Set([errorReply(UNKNOWN)]));
    const node = await createNode({ ledger: [], control: false });
    for (const name of NAMES) expect(await callText(node, name, '[]')).toBe(UNKNOWN);
  });

  it('without the control key they are refused', async () => {
    const refused = errorText(
      -32600,
      'Control refused: the query parameter `controlKey` is missing or is not the control key of this node',
      '{"reason":"refused"}',
    );
    expect(new Set(await replies({ controlKey: 'secret' }))).toEqual(new Set([errorReply(refused)]));
    const allowed = await replies({ controlKey: 'secret' }, '?controlKey=secret');
    expect(allowed.filter((text) => text.includes('"result"'))).toHaveLength(5);
  });

  it('for another page they are refused', async () => {
    const [reply] = await replies({}, '', 'http://evil.example');
    expect(reply).toContain('"message":"Control refused: the web page that asks is not from the address of this node');
  });

  it('they stay without extensions', async () => {
    const texts = await replies({ extensions: false });
    expect(texts.filter((text) => text.includes('"result"'))).toHaveLength(5);
  });

  it('the journal has none of their calls, and no fault matches them', async () => {
    const node = await createNode({ ledger: ledger().block(5) });
    await node.addFault({ then: { rpcError: { code: -32005, message: 'x' } } });
    expect(await callText(node, 'surfnet_pauseClock', '[]')).toContain('"absoluteSlot":5');
    expect(await node.calls()).toEqual([]);
    await expect(node.explain('surfnet_pauseClock')).rejects.toMatchObject({
      message: 'method: surfnet_pauseClock controls the ledger: only calls that read it are explained',
    });
  });

  it('each fork has its own', async () => {
    const node = await createNode({ ledger: ledger().wallet('alice', sol(5)).block(5) });
    const fork = await node.fork();
    await fork.request('surfnet_setAccount', [node.address('alice'), { lamports: 7 }]);
    expect(await fork.request('getBalance', [node.address('alice')])).toMatchObject({ value: 7 });
    expect(await node.request('getBalance', [node.address('alice')])).toMatchObject({ value: 5e9 });
  });
});
