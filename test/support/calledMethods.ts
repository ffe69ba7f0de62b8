import type { OnRequest, RequestRecord } from '../../src/server/requestRecord.ts';

/** What a node has been asked so far. */

export interface CalledMethods {
  /** an option of the node */
  readonly onRequest: OnRequest;
  /** The methods that were called over the socket so far. */
  socketCalls(): readonly string[];
  /** Until a method has been called so many times, over HTTP or the socket. */
  called(method: string, times?: number): Promise<void>;
}

export function calledMethods(): CalledMethods {
  const calls: RequestRecord[] = [];
  const wakes = new Set<() => void>();
  const methods = (records: readonly RequestRecord[]) => records.flatMap(({ rpcMethods }) => rpcMethods);
  return {
    onRequest(record) {
      calls.push(record);
      for (const wake of wakes) wake();
      wakes.clear();
    },
    socketCalls: () => methods(calls.filter(({ httpMethod }) => httpMethod === 'WS')),
    async called(method, times = 1) {
      while (methods(calls).filter((name) => name === method).length < times)
        await new Promise<void>((resolve) => wakes.add(resolve));
    },
  };
}
