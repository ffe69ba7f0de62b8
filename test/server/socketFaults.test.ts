import type { Socket } from 'node:net';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import WebSocket from 'ws';
import type { AnswerMatch, Failing, LedgerNode } from '../../src/index.ts';
import { eventually } from '../support/eventually.ts';
import { notice } from '../support/subscriptions.ts';
import { THREE_TIPS, testNode } from '../support/testNode.ts';
import { refusalOf, SocketClient } from './socketClient.ts';

/** Faults of sockets: of calls, and of what nobody asked for. */

const UNHEALTHY =
  '{"jsonrpc":"2.0","error":{"code":-32005,"message":"Node is unhealthy","data":{"numSlotsBehind":null}},"id":1}';
const SUBSCRIBED = '{"jsonrpc":"2.0","result":0,"id":1}';
const slot = (n: number) => notice('slot', 0, `{"slot":${n},"parent":${n - 1},"root":${Math.max(n - 3, 5)}}`);

async function open(): Promise<{ node: LedgerNode; client: SocketClient }> {
  const node = testNode(THREE_TIPS);
  const listener = await node.listen();
  onTestFinished(() => listener.close());
  return { node, client: await SocketClient.open(listener.wsUrl) };
}

async function subscribed(how: Failing, match?: AnswerMatch) {
  const { client, node } = await open();
  expect(await client.call('slotSubscribe').next()).toBe(SUBSCRIBED);
  await node.fail('slotNotification', how, match);
  return { node, client };
}

describe('a handshake', () => {
  test('is refused with a reply of HTTP, and the next one opens a socket', async () => {
    const { client, node } = await open();
    await node.addFault({
      match: { times: 1 },
      then: { refuseSocket: { status: 429, headers: { 'retry-after': '1' } } },
    });
    expect(await refusalOf(client.socket.url)).toEqual([429, '429 Too Many Requests\n']);
    const next = await SocketClient.open(client.socket.url);
    expect(await next.call('slotSubscribe').next()).toBe(SUBSCRIBED);
    expect((await node.listFaults()).map(({ hits }) => hits)).toEqual([1]);
    expect(await client.call('slotSubscribe').next()).toBe(SUBSCRIBED);
  });

  test('is that of the ledger of its path, whose calls are spared', async () => {
    const { client, node } = await open();
    const fork = await node.fork('a');
    await fork.addFault({ then: { refuseSocket: { status: 403, body: { error: 'no' } } } });
    const url = client.socket.url.replace(/\/$/, '');
    expect(await refusalOf(`${url}/fork/a`)).toEqual([403, '{"error":"no"}']);
    expect(await (await SocketClient.open(url)).call('slotSubscribe').next()).toBe(SUBSCRIBED);
    expect(await fork.request('getSlot', [{ commitment: 'processed' }])).toBe(7);
  });
});

describe('an idle socket', () => {
  test('ends now, without a Close frame or with a code; a later one opens', async () => {
    const { client, node } = await open();
    const other = await SocketClient.open(client.socket.url);
    const fork = await node.fork('a');
    const ofFork = await SocketClient.open(`${client.socket.url.replace(/\/$/, '')}/fork/a`);
    const ended = [client.ended(), other.ended()];
    expect(await node.closeSockets()).toBe(2);
    expect(await Promise.all(ended)).toEqual([1006, 1006]);
    expect(await node.closeSockets()).toBe(0);
    const later = await SocketClient.open(client.socket.url);
    const endedLater = later.ended();
    expect(await node.closeSockets(1013)).toBe(1);
    expect(await endedLater).toBe(1013);
    expect(await ofFork.call('slotSubscribe').next()).toContain('"result"');
    const endOfFork = ofFork.ended();
    ofFork.call('stillnode_closeSockets');
    expect(await endOfFork).toBe(1006);
    expect(await fork.closeSockets()).toBe(0);
  });

  test('ends after a time without traffic, in either direction', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { client, node } = await open();
    await node.addFault({ match: { times: 1 }, then: { closeIdleSocketAfterMs: 60_000 } });
    const idle = await SocketClient.open(client.socket.url);
    const ended = idle.ended();
    vi.advanceTimersByTime(59_999);
    expect(await idle.call('slotSubscribe').next()).toBe(SUBSCRIBED);
    vi.advanceTimersByTime(59_999);
    await node.advance();
    expect(await idle.next()).toBe(slot(8));
    vi.advanceTimersByTime(59_999);
    idle.socket.ping();
    await new Promise((resolve) => idle.socket.once('pong', resolve));
    vi.advanceTimersByTime(59_999);
    expect(idle.socket.readyState).toBe(WebSocket.OPEN);
    vi.advanceTimersByTime(1);
    expect(await ended).toBe(1006);
    // the first socket opened before the fault, and the next one is beyond `times`
    const next = await SocketClient.open(client.socket.url);
    vi.advanceTimersByTime(120_000);
    for (const open of [client, next]) expect(await open.call('getVersion').next()).toContain('"result"');
    expect((await node.listFaults()).map(({ hits }) => hits)).toEqual([1]);
  });
});

describe('a call', () => {
  test('gets an error, and subscribes to nothing', async () => {
    const { client, node } = await open();
    await node.fail('slotSubscribe', { preset: 'unhealthy' }, { times: 1 });
    expect(await client.call('slotSubscribe').next()).toBe(UNHEALTHY);
    expect(await client.call('slotUnsubscribe', '[0]').next()).toContain('Invalid subscription id.');
    expect(await client.call('slotSubscribe').next()).toBe(SUBSCRIBED);
  });

  test('ends the socket, as a node does it or with a code', async () => {
    for (const [closeSocket, code] of [
      [true, 1006],
      [1000, 1000],
      [4001, 4001],
    ] as const) {
      const { client, node } = await open();
      await node.fail('getVersion', { closeSocket });
      const ended = client.ended();
      client.call('getVersion');
      expect(await ended).toBe(code);
      expect(client.messages).toEqual([]);
    }
  });

  test('ends the connection with a reset', async () => {
    const { client, node } = await open();
    await node.fail('getVersion', { reset: true });
    const errors: unknown[] = [];
    // the package does not say why a connection ended
    const { _socket: stream } = client.socket as unknown as { readonly _socket: Socket };
    stream.on('error', (error) => errors.push(error));
    const ended = client.ended();
    client.call('getVersion');
    expect(await ended).toBe(1006);
    expect(errors).toMatchObject([{ code: 'ECONNRESET' }]);
  });

  test('is answered with garbage, and the socket goes on', async () => {
    const { client, node } = await open();
    await node.fail('getVersion', { garbage: true }, { times: 1 });
    expect(await client.call('getVersion').next()).toBe('this is not JSON\n');
    expect(await client.call('slotSubscribe').next()).toBe(SUBSCRIBED);
  });

  test('that is held back holds back those behind it; nothing is left when the socket ends', async () => {
    const set = vi.spyOn(globalThis, 'setTimeout');
    const cleared = vi.spyOn(globalThis, 'clearTimeout');
    onTestFinished(() => {
      set.mockRestore();
      cleared.mockRestore();
    });
    const { client, node } = await open();
    await node.fail('getVersion', { delayMs: 1 }, { times: 1 });
    client.call('getVersion', '[]', 1).call('slotSubscribe', '[]', 2);
    expect(await client.next()).toContain('"id":1');
    expect(await client.next()).toContain('"id":2');
    await node.clearFaults();
    await node.fail('getVersion', { delayMs: 1_000_003 });
    client.call('getVersion');
    const delay = () => set.mock.results[set.mock.calls.findIndex(([, ms]) => ms === 1_000_003)]?.value;
    await eventually(() => expect(delay()).toBeDefined());
    client.socket.terminate();
    await eventually(() => expect(cleared).toHaveBeenCalledWith(delay()));
  });

  test('gets nothing of what can only happen over HTTP', async () => {
    const { client, node } = await open();
    await node.fail('slotSubscribe', { http: 429, truncate: 0, delayMs: 1 });
    expect(await client.call('slotSubscribe').next()).toBe(SUBSCRIBED);
    expect((await node.listFaults()).map(({ hits }) => hits)).toEqual([1]);
  });

  test('of control has no faults', async () => {
    const { client, node } = await open();
    await node.addFault({ then: { closeSocket: true } });
    expect(await client.call('stillnode_clearFaults').next()).toBe('{"jsonrpc":"2.0","result":1,"id":1}');
  });
});

describe('a notification', () => {
  test('is dropped', async () => {
    const { client, node } = await subscribed({ dropNotifications: true }, { after: 1, times: 2 });
    await node.advance(4);
    expect([await client.next(), await client.next()]).toEqual([slot(8), slot(11)]);
  });

  test('comes again', async () => {
    const { client, node } = await subscribed({ repeatNotifications: 2 }, { times: 1 });
    await node.advance(2);
    const messages = [await client.next(), await client.next(), await client.next(), await client.next()];
    expect(messages).toEqual([slot(8), slot(8), slot(8), slot(9)]);
  });

  test('is held back with those behind it, and not the replies to calls', async () => {
    const { client, node } = await subscribed({ delayNotificationsMs: 1_000_003 }, { times: 1 });
    await node.advance(2);
    expect(await client.call('slotUnsubscribe', '[1]').next()).toContain('Invalid subscription id.');
    expect(client.messages).toEqual([]);
    const soon = await subscribed({ delayNotificationsMs: 1 }, { times: 1 });
    await soon.node.advance(2);
    expect([await soon.client.next(), await soon.client.next()]).toEqual([slot(8), slot(9)]);
  });

  test('that is held back is dropped when the socket ends', async () => {
    const cleared = vi.spyOn(globalThis, 'clearTimeout');
    const set = vi.spyOn(globalThis, 'setTimeout');
    onTestFinished(() => {
      cleared.mockRestore();
      set.mockRestore();
    });
    const { client, node } = await subscribed({ delayNotificationsMs: 1_000_003 });
    await node.advance(1);
    const isOurs = (ms: number | undefined) => ms !== undefined && ms > 999_000;
    const delay = () => set.mock.results[set.mock.calls.findIndex(([, ms]) => isOurs(ms))]?.value;
    await eventually(() => expect(delay()).toBeDefined());
    client.socket.terminate();
    await eventually(() => expect(cleared).toHaveBeenCalledWith(delay()));
  });

  test.each([1001, 1013, 4000])('ends the socket in its place, with the code %i', async (closeSocket) => {
    const { client, node } = await subscribed({ closeSocket }, { after: 1 });
    const ended = client.ended();
    await node.advance(3);
    expect(await ended).toBe(closeSocket);
    expect(client.messages).toEqual([slot(8)]);
  });

  test('is found by what it says', async () => {
    const { client, node } = await subscribed({ dropNotifications: true }, { params: { result: { slot: 9 } } });
    await node.advance(3);
    expect([await client.next(), await client.next()]).toEqual([slot(8), slot(10)]);
    expect((await node.listFaults()).map(({ hits }) => hits)).toEqual([1]);
  });
});

describe('a subscription in process', () => {
  test('is told what a socket would be', async () => {
    const node = testNode(THREE_TIPS);
    await node.fail('slotNotification', { dropNotifications: true }, { times: 1 });
    await node.fail('slotNotification', { repeatNotifications: 1 }, { times: 1 });
    const slots = node.subscribe('slot');
    await node.advance(2);
    expect([(await slots.next()).value, (await slots.next()).value]).toEqual([
      { slot: 9, parent: 8, root: 6 },
      { slot: 9, parent: 8, root: 6 },
    ]);
    await slots.return?.();
  });

  test('ends where a socket would', async () => {
    const node = testNode(THREE_TIPS);
    await node.fail('slotNotification', { closeSocket: true }, { after: 1 });
    const slots = node.subscribe('slot');
    await node.advance(3);
    const seen: unknown[] = [];
    for await (const each of slots) seen.push(each);
    expect(seen).toEqual([{ slot: 8, parent: 7, root: 5 }]);
  });
});
