import { type JsonResult, stringifyJson } from '../../codec/jsonText.ts';
import type { Call, Caller, RpcCall } from './call.ts';

/**
 * Names what the answer to a method depends on besides its parameters: answers of the same scope may be used again. Undefined for a
 * method whose answers never are.
 */
export type ScopeOf = (method: string, caller: Caller) => string | undefined;

/** memory of an entry in addition to its key and result, for the objects around them; measured */
const ENTRY_BYTES = 1024;

/**
 * An LRU cache of results, limited in bytes. Keys name the version of a ledger, which never changes, so its entries are never out of
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
  const compute: (key: string, ...call: Parameters<RpcCall>) => Promise<JsonResult> = async (
    key,
    ...callAndContext
  ) => {
    const result = await call(...callAndContext);
    cache.set(key, result);
    return result;
  };
  return (request, context) => {
    const scope = context.otherNode === undefined ? scopeOf(request.method, context.caller) : undefined;
    if (scope === undefined) return call(request, context);
    const key = `${scope}\0${callKey(request)}`;
    return cache.get(key) ?? compute(key, request, context);
  };
}

/** The cache key of a call. It is unique because the JSON text of parameters contains no NUL character. */
export function callKey({ method, params, paramsText }: Call): string {
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
