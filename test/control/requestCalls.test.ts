import { describe, expect, it } from 'vitest';
import { DIALECTS } from '../../src/dialect.ts';
import { Forks } from '../../src/live/forks.ts';
import { LiveLedger } from '../../src/live/liveLedger.ts';
import { createNode } from '../../src/node/createNode.ts';
import { IN_PROCESS } from '../../src/rpc/protocol/call.ts';
import { ResultCache } from '../../src/rpc/protocol/resultCache.ts';
import { routerOf } from '../../src/rpc/router.ts';
import { createTables } from '../../src/rpc/tables.ts';
import { executeTransaction } from '../../src/runtime/execute.ts';
import { controlText } from '../support/control.ts';
import { callText, THREE_TIPS, testLedger, testNode } from '../support/testNode.ts';
import { namedAddress } from '../support/transactions.ts';

/** Which state a call is answered from. */

const ACCOUNT = namedAddress('account');
/** compressing takes more than a turn of the event loop */
const SLOW = `{"jsonrpc":"2.0","id":2,"method":"getAccountInfo","params":["${ACCOUNT}",{"encoding":"base64+zstd"}]}`;

const callIn = (id: number, method: string, params = '[]') =>
  `{"jsonrpc":"2.0","id":${id},"method":"${method}","params":${params}}`;
const PROCESSED = '[{"commitment":"processed"}]';

const withAccount = () => testNode({ ...THREE_TIPS, accounts: [{ address: ACCOUNT, lamports: 1n }] });

/** Results of a batch, and in place of errors their codes. */
async function resultsOf(node: ReturnType<typeof testNode>, calls: readonly string[]): Promise<unknown[]> {
  const replies = JSON.parse(await node.dispatch(`[${calls.join(',')}]`)) as {
    result: unknown;
    error: { code: number };
  }[];
  return replies.map(({ error, result }) => result ?? error.code);
}

it('a result is there at once, without a promise, and a small one is text each time', () => {
  const live = LiveLedger.create(testLedger(THREE_TIPS));
  const executors = {
    execute: executeTransaction,
    advance: () => Promise.reject(new Error('time stands still here')),
  };
  const shared = {
    cache: new ResultCache(2 ** 20),
    upstream: undefined,
    ...executors,
  };
  const { call } = routerOf({ live, forks: new Forks(1), ...shared }, DIALECTS.agave, createTables());
  const answer = () => call({ method: 'getSlot', params: undefined }, { caller: IN_PROCESS });
  expect(answer()).toBe('5');
  expect(answer()).toBe('5');
});

describe('a batch', () => {
  it('runs in order, each call on what those before it left', async () => {
    const node = testNode(THREE_TIPS);
    const slot = (id: number) => callIn(id, 'getSlot', PROCESSED);
    const advance = (id: number) => callIn(id, 'stillnode_advance');
    const results = await resultsOf(node, [
      slot(1),
      advance(2),
      slot(3),
      advance(4),
      slot(5),
      callIn(6, 'stillnode_reset'),
      slot(7),
    ]);
    expect(results.filter((_result, i) => i % 2 === 0)).toEqual([7, 8, 9, 7]);
  });

  it('runs equal control calls each by itself', async () => {
    const node = testNode({});
    expect(
      await resultsOf(
        node,
        [1, 2, 3].map((id) => callIn(id, 'stillnode_snapshot')),
      ),
    ).toEqual(['snapshot-1', 'snapshot-2', 'snapshot-3']);
  });

  it('goes on after a control call that fails', async () => {
    const node = testNode(THREE_TIPS);
    const calls = [
      callIn(1, 'stillnode_reorg', '[1]'),
      callIn(2, 'stillnode_advance'),
      callIn(3, 'getSlot', PROCESSED),
    ];
    expect(await resultsOf(node, calls)).toEqual([-32602, { confirmed: 7, finalized: 6, processed: 8 }, 8]);
  });

  it('tells of a control call that ran, also where its result makes the reply too large', async () => {
    const node = await createNode({ ledger: [], maxBatchReplyBytes: 10 });
    const calls = [1, 2].map((id) => callIn(id, 'stillnode_advance', '[1,{"skip":true}]'));
    expect(await resultsOf(node, calls)).toEqual([{ confirmed: 1, finalized: 1, processed: 1 }, -32603]);
    expect(await callText(node, 'getSlot', PROCESSED)).toBe('1');
  });
});

describe('a request in flight', () => {
  it('ends on the state that it began with', async () => {
    const node = withAccount();
    const inFlight = node.dispatch(SLOW);
    await node.setAccount(ACCOUNT, { lamports: 2 });
    expect(await inFlight).toContain('"lamports":1,');
    expect(await node.dispatch(SLOW)).toContain('"lamports":2,');
  });

  it('of a batch ends there call by call', async () => {
    const node = withAccount();
    const set = callIn(1, 'stillnode_setAccount', `["${ACCOUNT}",{"lamports":2}]`);
    const replies = (await node.dispatch(`[${SLOW},${set},${SLOW}]`)).match(/"lamports":\d+/g);
    expect(replies).toEqual(['"lamports":1', '"lamports":2']);
  });
});

describe('what was answered before', () => {
  it('is not answered again once something has changed, and is after a revert', async () => {
    const node = withAccount();
    const balance = () => callText(node, 'getBalance', `["${ACCOUNT}"]`);
    const first = await balance();
    await controlText(node, 'snapshot');
    await controlText(node, 'setAccount', `["${ACCOUNT}",{"lamports":2}]`);
    expect(await balance()).toBe(first.replace('"value":1', '"value":2'));
    await controlText(node, 'revert', '["snapshot-1"]');
    expect(await balance()).toBe(first);
  });

  it('of one fork is not answered for another', async () => {
    const node = withAccount();
    const balance = `["${ACCOUNT}"]`;
    const before = await callText(node, 'getBalance', balance);
    const fork = await node.fork();
    expect(await callText(fork, 'getBalance', balance)).toBe(before);
    await fork.setAccount(ACCOUNT, { lamports: 2 });
    await node.setAccount(ACCOUNT, { lamports: 3 });
    expect(await callText(fork, 'getBalance', balance)).toBe(before.replace('"value":1', '"value":2'));
    expect(await callText(node, 'getBalance', balance)).toBe(before.replace('"value":1', '"value":3'));
  });
});
