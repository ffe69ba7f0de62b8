import { type JsonResult, type JsonValue, stringifyJson } from '../codec/json.ts';
import type { Source } from './upstream.ts';

/**
 * Returns the text of a call's result; throws RpcError for errors that are sent to the client.
 *
 * @param paramsText `params` as they were sent, where that is known
 * @param staleBy how far the answer is behind; such an answer is never used again
 * @param onSource told where the answer comes from, if that may be elsewhere than the ledger
 */
export type RpcCall = (
  method: string,
  params: JsonValue | undefined,
  paramsText?: string,
  staleBy?: bigint,
  onSource?: (from: Source) => void,
) => JsonResult | Promise<JsonResult>;

/**
 * Names what the answer to a method depends on besides its parameters: answers of the same scope may be used again. Undefined for a
 * method whose answers never are.
 */
export type ScopeOf = (method: string) => string | undefined;

/** memory of an entry in addition to its key and result, for the objects around them; measured */
const ENTRY_BYTES = 1024;

/**
 * An LRU cache of results, limited in bytes. Keys name the frame of a ledger, which never changes, so its entries are never out of
 * date.
 */
export class ResultCache {
  readonly #maxBytes: number;
  /** the least recently used first */
  readonly #entries = new Map<string, Buffer>();
  #bytes = 0;

  /** @param maxBytes 0 turns the cache off */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get(key: string): Buffer | undefined {
    const result = this.#entries.get(key);
    if (result === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, result);
    return result;
  }

  set(key: string, result: JsonResult): void {
    const bytes = sizeOf(key, Buffer.byteLength(result));
    // one very large result must not push out everything else
    if (bytes > this.#maxBytes / 2) return;
    this.#delete(key);
    this.#entries.set(key, ownCopy(result));
    this.#bytes += bytes;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#delete(oldest);
    }
  }

  #delete(key: string): void {
    const result = this.#entries.get(key);
    if (result === undefined) return;
    this.#entries.delete(key);
    this.#bytes -= sizeOf(key, result.length);
  }
}

/** Adds a cache to a call. Errors are not cached. */
export function cachedCall(cache: ResultCache, scopeOf: ScopeOf, call: RpcCall): RpcCall {
  const compute = async (key: string, method: string, params: JsonValue | undefined): Promise<JsonResult> => {
    const result = await call(method, params);
    cache.set(key, result);
    return result;
  };
  return (method, params, paramsText, staleBy, onSource) => {
    const scope = scopeOf(method);
    if (scope === undefined || staleBy !== undefined) return call(method, params, paramsText, staleBy, onSource);
    const key = `${scope}\0${callKey(method, params, paramsText)}`;
    return cache.get(key) ?? compute(key, method, params);
  };
}

/** The cache key of a call. It is unique because the JSON text of parameters contains no NUL character. */
export function callKey(method: string, params: JsonValue | undefined, paramsText?: string): string {
  return `${method}\0${paramsText ?? (params === undefined ? '' : stringifyJson(params))}`;
}

/** Copies the result, because a slice would keep its whole buffer in memory. */
function ownCopy(result: JsonResult): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(result));
  if (typeof result === 'string') bytes.write(result);
  else result.copy(bytes);
  return bytes;
}

/** Assumes two bytes per character, which is the most that V8 uses. */
function sizeOf(key: string, resultBytes: number): number {
  return key.length * 2 + resultBytes + ENTRY_BYTES;
}
