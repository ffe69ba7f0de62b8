import { createDefaultRpcTransport, createRpc, createSolanaRpcApi, type Rpc, type SolanaRpcApi } from '@solana/kit';
import { type Commitment, Connection } from '@solana/web3.js';
import { vi } from 'vitest';
import { isJsonArray, isJsonObject, type JsonText, type JsonValue, stringifyJson } from '../../src/codec/jsonText.ts';
import { parseJson } from '../../src/codec/parseJson.ts';

/** The clients, set up in their less usual ways, and what they send. */

/** Kit without a default commitment, and without a limit on integers. */
export function lowLevelKitClient(url: string): Rpc<SolanaRpcApi> {
  return createRpc({ api: createSolanaRpcApi<SolanaRpcApi>(), transport: createDefaultRpcTransport({ url }) });
}

/** web3.js over the `fetch` of the time of the call. */
export function web3Client(url: string, commitment?: Commitment): Connection {
  const config = { fetch: (...args: Parameters<typeof fetch>) => globalThis.fetch(...args) };
  return new Connection(url, commitment === undefined ? config : { ...config, commitment });
}

/** Calls a client, and keeps the exact text of the parameters that it sends last. */
export async function sentBy<T>(call: () => Promise<T>): Promise<{ readonly sent: JsonText; readonly result: T }> {
  const fetched = vi.spyOn(globalThis, 'fetch');
  try {
    const result = await call();
    return { sent: paramsOf(parseJson(String(fetched.mock.lastCall?.[1]?.body))), result };
  } finally {
    fetched.mockRestore();
  }
}

/** of a request, or of each request of a batch; the members of objects in alphabetical order */
function paramsOf(body: JsonValue): JsonText {
  if (isJsonArray(body)) return `[${body.map(paramsOf).join(',')}]`;
  return stringifyJson(isJsonObject(body) ? body.params! : null);
}

/** What a promise was rejected with; undefined where it was not. */
export function reasonOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
}
