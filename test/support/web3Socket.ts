import { type Commitment, Connection } from '@solana/web3.js';
import { afterEach, beforeEach, expect, onTestFinished, vi } from 'vitest';
import { WebSocket } from 'ws';
import type { RunningNode } from '../../src/index.ts';
import type { ListenOptions } from '../../src/node/nodeOptions.ts';
import { type CalledMethods, calledMethods } from './calledMethods.ts';
import { startMoving } from './movingLedger.ts';

/** web3.js over a real socket, on a ledger that control calls move. It is told only the URL of HTTP. */

/** For a whole file: a call that fails is logged, and made again at once and for ever. */
export function noFailedCalls(): void {
  let logged: { readonly mock: { readonly calls: unknown[] }; mockRestore(): void };
  beforeEach(() => {
    logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  });
  afterEach(() => {
    expect(logged.mock.calls).toEqual([]);
    logged.mockRestore();
  });
}

/**
 * Lets time pass as fast as it can until a promise has settled. While web3.js waits, it asks again after one second, or two. The timers have to be those of
 * `vi.useFakeTimers`.
 */
export async function passTime<T>(until: Promise<T>): Promise<T> {
  let isSettled = false;
  const settle = () => {
    isSettled = true;
  };
  until.then(settle, settle);
  while (!isSettled) await vi.advanceTimersByTimeAsync(500);
  return until;
}

/** Time passes only with `passTime` and Vitest, until the test ends. */
export function stopTime(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
}

/** The part of the client of rpc-websockets that is used here. */
interface SocketClient {
  /** undefined: it is closed */
  readonly socket?: Pick<WebSocket, 'addEventListener' | 'readyState'>;
  setAutoReconnect(on: boolean): void;
  connect(): void;
  close(): void;
}

export interface Connected extends Pick<CalledMethods, 'called' | 'socketCalls'> {
  readonly node: RunningNode;
  readonly connection: Connection;
}

type Start = (options: Pick<ListenOptions, 'onRequest'>) => Promise<RunningNode>;

/** @param commitment of the connection */
export async function connected(start: Start = startMoving, commitment: Commitment = 'processed'): Promise<Connected> {
  const { called, onRequest, socketCalls } = calledMethods();
  const node = await start({ onRequest });
  return { node, called, socketCalls, connection: connectionTo(node.url, commitment) };
}

export function connectionTo(url: string, commitment: Commitment): Connection {
  const asked = new Set<Promise<unknown>>();
  const fetchKept = (...args: Parameters<typeof fetch>) => {
    const reply = fetch(...args);
    asked.add(reply);
    return reply;
  };
  const connection = new Connection(url, { commitment, fetch: fetchKept });
  onTestFinished(async () => {
    await closeSocket(connection);
    // a strategy that has lost may still be asking
    await Promise.allSettled(asked);
  });
  return connection;
}

/** Closes the socket of a connection, which would look for the node for ever. A socket that is closed before it is open is logged as an error. */
export async function closeSocket(connection: Connection): Promise<void> {
  const { _rpcWebSocket: client } = connection as unknown as { readonly _rpcWebSocket: SocketClient };
  client.setAutoReconnect(false);
  const { socket } = client;
  if (socket?.readyState === WebSocket.CONNECTING)
    await new Promise((resolve) => {
      for (const event of ['open', 'close'] as const) socket.addEventListener(event, resolve);
    });
  await subscriptionsSettled(connection);
  // with a subscription that is left, a connection opens its socket again once it is closed
  client.connect = () => undefined;
  client.close();
}

/** A call that the end of the socket cuts short would be made again at once and for ever, without a pause for anything else. */
async function subscriptionsSettled(connection: Connection): Promise<void> {
  const inner = connection as unknown as {
    readonly _subscriptionsByHash: Readonly<Record<string, { readonly state: string }>>;
  };
  const isUnderWay = ({ state }: { readonly state: string }) => state === 'subscribing' || state === 'unsubscribing';
  while (Object.values(inner._subscriptionsByHash).some(isUnderWay))
    await new Promise((resolve) => setImmediate(resolve));
}

/** Until the node has replied to the subscription. */
export function subscribed(connection: Connection, id: number): Promise<void> {
  const inner = connection as unknown as {
    _onSubscriptionStateChange(id: number, listener: (state: string) => void): () => void;
  };
  return new Promise((resolve) => {
    inner._onSubscriptionStateChange(id, (state) => {
      if (state === 'subscribed') resolve();
    });
  });
}
