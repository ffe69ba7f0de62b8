import { type JsonResult, type JsonValue, stringifyJson } from '../codec/json.ts';

/** Gives the text of a call's result; throws RpcError for everything the client shall be told. */
export type RpcCall = (method: string, params: JsonValue | undefined) => JsonResult | Promise<JsonResult>;

/** what an entry costs besides its characters and bytes: its place in the table, and the objects in V8 and Node around them; measured */
const ENTRY_BYTES = 1024;

/**
 * Results of calls by what was asked, within a fixed amount of memory: what was not used for longest goes first. A cache belongs
 * to one state of a ledger, and goes with it; so nothing in it is ever out of date.
 */
export class ResultCache {
  readonly #maxBytes: number;
  /** the least recently used first */
  readonly #entries = new Map<string, Buffer>();
  #bytes = 0;

  /** @param maxBytes 0 for a cache that keeps nothing */
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
    // one giant must not push out everything else
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

/** The same calls, answered from the cache where it knows the result. Errors are not kept. */
export function cachedCall(cache: ResultCache, scope: string, call: RpcCall): RpcCall {
  const compute = async (key: string, method: string, params: JsonValue | undefined): Promise<JsonResult> => {
    const result = await call(method, params);
    cache.set(key, result);
    return result;
  };
  return (method, params) => {
    const key = `${scope}\n${callKey(method, params)}`;
    return cache.get(key) ?? compute(key, method, params);
  };
}

/** Equal for equal calls only: a text of parameters has no line end in it. */
export function callKey(method: string, params: JsonValue | undefined): string {
  return `${method}\n${params === undefined ? '' : stringifyJson(params)}`;
}

/** A piece of a larger piece of memory would keep all of that alive. */
function ownCopy(result: JsonResult): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(result));
  if (typeof result === 'string') bytes.write(result);
  else result.copy(bytes);
  return bytes;
}

/** A key outside Latin-1 takes two bytes a character; assuming so of all errs on the safe side. */
function sizeOf(key: string, resultBytes: number): number {
  return key.length * 2 + resultBytes + ENTRY_BYTES;
}
