import { type JsonResult, stringifyJson } from '../../codec/jsonText.ts';
import type { Call, Caller, RpcCall } from './call.ts';

/**
 * Names what the answer to a method depends on besides its parameters: answers of the same scope may be used again. Undefined for a
 * method whose answers never are.
 */
export type ScopeOf = (method: string, caller: Caller) => string | undefined;

/** memory of an entry in addition to its key and result, for the objects around them; measured */
const ENTRY_BYTES = 1024;

/** A result, between one that was used later and one that was used earlier. */
interface Entry {
  readonly key: string;
  readonly result: JsonResult;
  readonly bytes: number;
  later: Entry;
  earlier: Entry;
}

/**
 * An LRU cache of results, limited in bytes. Keys name the version of a ledger, which never changes, so its entries are never out of
 * date. The order of use is a ring of entries, so that a hit costs the same whatever the cache holds.
 */
export class ResultCache {
  readonly #maxBytes: number;
  readonly #entries = new Map<string, Entry>();
  /** both ends of the ring: `earlier` is the entry that was used last, `later` the one that was not used for longest */
  readonly #ends: Entry = createEnds();
  #bytes = 0;
  /** Methods that have given results which are worth keeping: those of others are never looked up. */
  readonly methods = new Set<string>();

  /** @param maxBytes 0 turns the cache off */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get(key: string): JsonResult | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    leaveRing(entry);
    enterRing(entry, this.#ends);
    return entry.result;
  }

  set(key: string, result: JsonResult): void {
    const resultBytes = Buffer.byteLength(result);
    // two bytes per character of the key are the most that V8 uses
    const bytes = key.length * 2 + resultBytes + ENTRY_BYTES;
    // one very large result must not push out everything else
    if (bytes > this.#maxBytes / 2) return;
    this.#delete(this.#entries.get(key));
    const entry = { key, result: ownCopy(result, resultBytes), bytes, later: this.#ends, earlier: this.#ends };
    this.#entries.set(key, entry);
    enterRing(entry, this.#ends);
    this.#bytes += bytes;
    while (this.#bytes > this.#maxBytes) this.#delete(this.#ends.later);
  }

  #delete(entry: Entry | undefined): void {
    if (entry === undefined) return;
    this.#entries.delete(entry.key);
    leaveRing(entry);
    this.#bytes -= entry.bytes;
  }
}

function createEnds(): Entry {
  const ends = { key: '', result: '', bytes: 0 } as Entry;
  ends.later = ends;
  ends.earlier = ends;
  return ends;
}

function enterRing(entry: Entry, ends: Entry): void {
  entry.earlier = ends.earlier;
  entry.later = ends;
  ends.earlier.later = entry;
  ends.earlier = entry;
}

function leaveRing({ earlier, later }: Entry): void {
  earlier.later = later;
  later.earlier = earlier;
}

/** Results up to this length are computed faster than looked up. */
const MAX_COMPUTED = 1024;

/** Adds a cache to a call. Errors are not cached. */
export function cachedCall(cache: ResultCache, scopeOf: ScopeOf, call: RpcCall): RpcCall {
  return (request, context) => {
    const { method } = request;
    const scope = context.otherNode === undefined ? scopeOf(method, context.caller) : undefined;
    if (scope === undefined) return call(request, context);
    const key = `${scope}\0${callKey(request)}`;
    const cached = cache.methods.has(method) ? cache.get(key) : undefined;
    if (cached !== undefined) return cached;
    const keep = (result: JsonResult) => {
      if (result.length <= MAX_COMPUTED) return result;
      cache.methods.add(method);
      cache.set(key, result);
      return result;
    };
    const result = call(request, context);
    return result instanceof Promise ? result.then(keep) : keep(result);
  };
}

/** The cache key of a call. It is unique because the JSON text of parameters contains no NUL character. */
export function callKey({ method, params, paramsText }: Call): string {
  return `${method}\0${paramsText ?? (params === undefined ? '' : stringifyJson(params))}`;
}

/** Results up to this length stay text: their replies are text too. */
const MAX_TEXT = 4096;

/** The result without the buffer that it may be a slice of, which would stay in memory. A short text needs no copy. */
function ownCopy(result: JsonResult, byteLength: number): JsonResult {
  // ASCII alone: V8 keeps it in as many bytes as UTF-8 has
  if (typeof result === 'string' && byteLength <= MAX_TEXT && byteLength === result.length) return result;
  const bytes = Buffer.allocUnsafeSlow(byteLength);
  if (typeof result === 'string') bytes.write(result);
  else result.copy(bytes);
  return bytes;
}
