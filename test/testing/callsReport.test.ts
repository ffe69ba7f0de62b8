import { expect, it } from 'vitest';
import { createNode } from '../../src/node/createNode.ts';
import { callsReport } from '../../src/testing/callsReport.ts';
import { DESCRIBED_LEDGER, sentOrder } from '../support/describedIdl.ts';

async function reportOf(
  ask: (request: (method: string, ...params: unknown[]) => Promise<unknown>) => Promise<unknown>,
) {
  const node = await createNode({ dialect: 'agave' });
  await ask((method, ...params) => node.request(method, params).catch(() => undefined));
  return callsReport({ ...node, url: 'http://a/fork/b?apikey=KEY&controlKey=KEY' });
}

const SKIPPED = '    slot 307 was skipped: the block of slot 308 follows that of slot 306';

it('no call, at an address without its keys: the app may ask another node', async () => {
  expect(await reportOf(async () => undefined)).toBe('stillnode: no call came to http://a/fork/b');
});

it('a node that does not speak as real nodes do: its dialect', async () => {
  const node = await createNode({ dialect: 'contract' });
  await node.request('getSlot');
  expect(await callsReport({ ...node, url: 'http://a/fork/b' })).toBe(
    'stillnode: 1 call came to http://a/fork/b, which speaks the contract dialect\n  call 1: getSlot []: result',
  );
});

it('calls that failed come first', async () => {
  const report = await reportOf(async (ask) => {
    await ask('getSlot');
    await ask('getBlock', 307);
    await ask('getBlocks', 2n ** 60n, 0.5);
  });
  expect(report).toBe(
    [
      'stillnode: 3 calls came to http://a/fork/b',
      '  call 2: getBlock [307]: error -32007',
      SKIPPED,
      '  call 3: getBlocks [1152921504606846976,0.5]: error -32602',
      '    getBlocks takes [start, endOrConfig?, config?]',
      '  call 1: getSlot []: result',
    ].join('\n'),
  );
});

it('no more than ten, the last ones, and of long parameters the beginning and the end', async () => {
  const report = await reportOf(async (ask) => {
    for (let i = 0; i < 12; i++) await ask('getSlot');
    await ask('getBlock', 'x'.repeat(200), { encoding: 'base64' });
  });
  expect(report.split('\n')).toEqual([
    'stillnode: 13 calls came to http://a/fork/b',
    `  call 13: getBlock ["${'x'.repeat(58)}…${'x'.repeat(36)}",{"encoding":"base64"}]: error -32602`,
    '    getBlock takes [slot, config?]',
    ...[4, 5, 6, 7, 8, 9, 10, 11, 12].map((id) => `  call ${id}: getSlot []: result`),
    '  and 3 more: node.calls() has all',
  ]);
});

it('calls that failed leave no room for others where there are many', async () => {
  const report = await reportOf(async (ask) => {
    for (let i = 0; i < 11; i++) await ask('getBlock', 307);
    await ask('getSlot');
  });
  expect(report.split('\n').slice(1)).toEqual([
    '  call 2: getBlock [307]: error -32007',
    SKIPPED,
    ...[3, 4, 5, 6, 7, 8, 9, 10, 11].map((id) => `  call ${id}: getBlock [307]: error -32007`),
    '  and 2 more: node.calls() has all',
  ]);
});

it('an answer without an error is explained where it is null or empty, a fault and a send are not', async () => {
  const node = await createNode({ dialect: 'agave' });
  await node.request('getTransaction', ['1'.repeat(64)]);
  await node.fail('getBlock', { http: 429 });
  await node.request('getBlock', [307]).catch(() => undefined);
  await node.request('sendTransaction', ['x']).catch(() => undefined);
  expect((await callsReport({ ...node, url: 'http://a' })).split('\n')).toEqual([
    'stillnode: 3 calls came to http://a/',
    '  call 2: getBlock [307]: fault -32603',
    '  call 3: sendTransaction ["x"]: error -32602',
    `  call 1: getTransaction ["${'1'.repeat(64)}"]: result null`,
    `    the ledger has no transaction ${'1'.repeat(64)}`,
  ]);
});

it('the warnings of the fixtures, which may be the reason; of many the first ones', async () => {
  const transfers = ['ailce', 'alcie', 'alise', 'allce', 'alixe', 'alide'].map((to) => ({
    transfer: { from: '$alice', to: `$${to}`, sol: 1 },
  }));
  const script = { accounts: { $alice: { sol: 50 } }, slots: [{ slot: 100, transactions: transfers }] };
  const node = await createNode({ ledger: script, dialect: 'agave' });
  const report = await callsReport({ ...node, url: 'http://a' }, node.warnings);
  expect(node.warnings.length).toBe(6);
  expect(report.split('\n')).toEqual([
    'stillnode: no call came to http://a/',
    ...node.warnings.slice(0, 5).map((warning) => `  warning: ${warning}`),
    '  warning: and 1 more',
  ]);
  expect(report).toContain('`$ailce` is a new key that is used only here (did you mean $alice?)');
});

it('an error of a program with an IDL is named, also where a send was refused', async () => {
  const node = await createNode({ ledger: DESCRIBED_LEDGER as object, dialect: 'agave' });
  await node.request('getTransaction', [node.signature('refused')]);
  await node.onSend({ then: { fail: { custom: 6001 } } });
  const { value } = await node.request('getLatestBlockhash');
  const params = [sentOrder(5, value.blockhash), { encoding: 'base64' }] as const;
  await node.request('sendTransaction', params).catch(() => undefined);
  await node.clearSendRules();
  const lines = (await callsReport({ ...node, url: 'http://a' })).split('\n');
  expect(lines.filter((line) => line.startsWith('    '))).toEqual([
    expect.stringMatching(
      /^ {4}market\.place_order \{.*\}, refused by send-rule-1: instruction 0 failed: market: SlippageExceeded \(6001\), "Slippage exceeded"$/,
    ),
    '    transaction "refused": instruction 1 failed: market: SlippageExceeded (6001), "Slippage exceeded"',
  ]);
  expect(lines[1]).toMatch(/^ {2}call 3: sendTransaction .*: error -32002$/);
});

it('what moved the ledger follows the calls, the newest five', async () => {
  const node = await createNode({ dialect: 'agave' });
  await node.advance();
  await node.request('getSlot');
  for (const slots of [1, 2, 3, 4]) await node.advance(slots);
  await node.advance(4);
  await node.setAccount('bob', null);
  const [, , ...lines] = (await callsReport({ ...node, url: 'http://a' })).split('\n');
  const { processed } = await node.getTips();
  const after = (slots: number) => Number(processed) - slots;
  expect(lines).toEqual([
    '  1 earlier move: node.moves() has all',
    `  moved after call 1: advance [1]: slot ${after(13)}`,
    `  moved after call 1: advance [2]: slot ${after(11)}`,
    `  moved after call 1: advance [3]: slot ${after(8)}`,
    `  moved after call 1: advance [4] ×2: slot ${after(0)}`,
    `  moved after call 1: setAccount ["$bob",null]: slot ${after(0)}`,
  ]);
});
