import * as kit from '@solana/kit';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ClosedError, createNode, type LedgerNode, ledger, sol, startNode } from '../../src/index.ts';
import { SocketClient } from '../server/socketClient.ts';
import { controlText } from '../support/control.ts';
import { runsOf } from '../support/runs.ts';
import { signedMemo } from '../support/signedMemo.ts';

/** What a test waits for: calls, and subscriptions that are heard. */

const SCRIPT = ledger({ finalized: 100 }).wallet('alice', sol(5)).block(100);
const created = (options: object = {}) => createNode({ ledger: SCRIPT, dialect: 'agave', ...options });
const served = async () => {
  const node = await startNode({ ledger: SCRIPT, dialect: 'agave' });
  onTestFinished(() => node.close());
  return node;
};

describe('a wait for a call', () => {
  it('ends at once with one that came before, and later with the next one', async () => {
    const node = await created();
    await node.request('getBlock', [100]);
    expect(await node.waitForCall('getBlock')).toMatchObject({ id: 1, method: 'getBlock', outcome: 'result' });
    const next = node.waitForCall('getBlock', { params: [100], since: 1 });
    await node.request('getBlock', [99]).catch(() => undefined);
    await node.request('getBlock', [100, { encoding: 'json' }]);
    expect(await next).toMatchObject({ id: 3, params: [100, { encoding: 'json' }] });
  });

  it('does not wait for an answer that a fault holds back', async () => {
    const node = await served();
    await node.fail('getSlot', { delayMs: 600_000 });
    const abort = new AbortController();
    const body = '{"jsonrpc":"2.0","id":1,"method":"getSlot"}';
    const asked = fetch(node.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      signal: abort.signal,
    }).catch(() => 'aborted');
    expect(await node.waitForCall('getSlot')).toMatchObject({ id: 1, outcome: 'result', transport: 'http' });
    abort.abort();
    expect(await asked).toBe('aborted');
  });

  it('fails after its time with the nearest calls, and at once without a journal or for a misspelled method', async () => {
    const node = await created();
    await node.request('getBlock', [100]);
    expect(await controlText(node, 'waitForCall', '["getBlock",{"params":[5],"timeoutMs":0}]')).toBe(
      '{"code":-32603,"message":"no call of getBlock with [5] within 0 ms\\n  call 1: getBlock [100]\\n    params[0] is 100, expected 5","data":{"forgotten":0,"matches":0,"nearest":[{"differences":["params[0] is 100, expected 5"],"text":"call 1: getBlock [100]"}],"reason":"timeout"}}',
    );
    await expect(node.waitForCall('getBlok')).rejects.toThrow(
      'method: there is no method "getBlok" (did you mean "getBlock"?)',
    );
    await expect((await created({ journalSize: 0 })).waitForCall('getBlock')).rejects.toThrow('the journal is off');
  });

  it('blocks nothing on its socket, and hears of a subscription that is heard', async () => {
    const node = await served();
    const client = await SocketClient.open(node.wsUrl);
    client.call('stillnode_waitForCall', '["slotSubscribe"]');
    client.call('slotSubscribe');
    const messages = [await client.next(), await client.next()].map((text) => String(text));
    expect(messages[0]).toMatch(/"result":\d+/);
    expect(messages[1]).toContain('"method":"slotSubscribe"');
  });

  it('ends with its ledger', async () => {
    const node = await created();
    const fork = await node.fork();
    const waiting = expect(fork.waitForCall('getSlot')).rejects.toThrow(new ClosedError('the fork fork-1 is dropped'));
    await fork.close();
    await waiting;
  });
});

it('the recipe for an expired blockhash ends each time, however late the app is', { timeout: 120_000 }, async () => {
  const node = await created();
  const rpc = kit.createSolanaRpcFromTransport(node.transport() as kit.RpcTransport);
  const rpcSubscriptions = kit.createSolanaRpcSubscriptionsFromTransport(node.subscriptionsTransport() as never);
  for (let i = 0; i < runsOf(100); i++) {
    await node.reset();
    await node.onSend({ then: 'drop' });
    // turns of the event loop before the app sends
    const late = async () => {
      for (let turn = 0; turn < i % 7; turn++) await new Promise((resolve) => setImmediate(resolve));
    };
    // not getEpochInfo: Kit drops the slots that it hears of before it has that answer, and with all of them dropped it waits for ever
    if (i % 2 === 1) await node.fail(['sendTransaction', 'slotSubscribe'], { delayMs: i % 3 });
    const { value } = await rpc.getLatestBlockhash().send();
    const transaction = await signedMemo(`order ${i}`, value);
    const sending = late().then(() =>
      kit.sendAndConfirmTransactionFactory({ rpc, rpcSubscriptions } as never)(transaction, {
        commitment: 'finalized',
      }),
    );
    const ended = expect(sending).rejects.toThrow('progressed past the last block');
    await node.waitForSend({ memo: `order ${i}` });
    await node.waitForCall('slotSubscribe');
    await node.advance(152);
    await ended;
  }
});

type Given = (...given: readonly unknown[]) => Promise<unknown>;

describe('a wait refuses', () => {
  it.each<[what: string, wait: (node: LedgerNode) => Promise<unknown>, message: string]>([
    [
      'an unknown option',
      (node) => node.waitForCall('getSlot', { timout: 5 } as never),
      'unknown option `timout`: waitForCall takes params, since, timeoutMs',
    ],
    [
      'parameters in place of options',
      (node) => node.waitForCall('getBlock', [5] as never),
      "`options` has to be an object, not a list: waitForCall('getBlock', { params: [5] })",
    ],
    [
      'the `timeout` of 0.8',
      (node) => node.waitForCall('getBlock', { timeout: 5 } as never),
      'unknown option `timeout`: did you mean `timeoutMs`?',
    ],
    [
      'an unknown option of a send',
      (node) => node.waitForSend({}, { until: 5 } as never),
      'unknown option `until`: waitForSend takes since, timeoutMs',
    ],
    [
      'a number in place of options',
      (node) => node.waitForSend({}, 5 as never),
      '`options` has to be an object, such as { since: … }, not 5',
    ],
  ])('%s', async (_what, wait, message) => {
    await expect(wait(await created())).rejects.toThrow(new TypeError(message));
  });

  it.each<[what: string, wait: (node: LedgerNode) => Promise<unknown>]>([
    ['a third argument', (node) => (node.waitForCall as Given)('getBlock', undefined, { timeoutMs: 0 })],
    ['a third argument of a send', (node) => (node.waitForSend as Given)({}, {}, 5)],
  ])('%s', async (_what, wait) => {
    await expect(wait(await created())).rejects.toMatchObject({ code: -32602 });
  });

  it('says which calls are forgotten', async () => {
    const node = await created({ journalSize: 1 });
    for (let i = 0; i < 3; i++) await node.request('getSlot');
    const older = '\n2 older calls are forgotten: `journalSize` is too small';
    const errorOf = (since: number) => node.waitForCall('getBlock', { since, timeoutMs: 0 });
    await expect(errorOf(0)).rejects.toThrow(
      `no call of getBlock within 0 ms\nthere were calls of getSlot (1)${older}`,
    );
    await expect(errorOf(2)).rejects.toThrow(/getSlot \(1\)$/);
  });
});
