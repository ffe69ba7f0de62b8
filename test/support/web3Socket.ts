/** web3.js over a real socket, on a ledger that control calls move. It is told only the URL of HTTP. */
import { Connection } from '@solana/web3.js';
import { afterEach, beforeEach, expect, onTestFinished, vi } from 'vitest';
import type { RunningNode } from '../../src/index.ts';
import type { RequestRecord } from '../../src/server/record.ts';
import { startMoving } from './movingLedger.ts';

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

interface Closable {
  setAutoReconnect(on: boolean): void;
  close(): void;
}

export interface Connected {
  readonly node: RunningNode;
  readonly connection: Connection;
  /** The methods that were called over the socket so far. */
  socketCalls(): readonly string[];
  /** Until a method has been called so many times, over HTTP or the socket. */
  called(method: string, times?: number): Promise<void>;
}

export async function connected(): Promise<Connected> {
  const calls: RequestRecord[] = [];
  const wakes = new Set<() => void>();
  const node = await startMoving({
    onRequest: (record) => {
      calls.push(record);
      for (const wake of wakes) wake();
    },
  });
  const methods = (records: readonly RequestRecord[]) => records.flatMap(({ rpcMethods }) => rpcMethods);
  return {
    node,
    connection: connectionTo(node.url),
    socketCalls: () => methods(calls.filter(({ httpMethod }) => httpMethod === 'WS')),
    async called(method, times = 1) {
      while (methods(calls).filter((name) => name === method).length < times)
        await new Promise<void>((resolve) => wakes.add(resolve));
    },
  };
}

function connectionTo(url: string): Connection {
  const asked = new Set<Promise<unknown>>();
  const fetchKept = (...args: Parameters<typeof fetch>) => {
    const reply = fetch(...args);
    asked.add(reply);
    return reply;
  };
  const connection = new Connection(url, { commitment: 'processed', fetch: fetchKept });
  const { _rpcWebSocket: socket } = connection as unknown as { readonly _rpcWebSocket: Closable };
  // it would look for the node for ever
  onTestFinished(async () => {
    socket.setAutoReconnect(false);
    socket.close();
    // a strategy that has lost may still be asking
    await Promise.allSettled(asked);
  });
  return connection;
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
