import type { JsonResult } from '../codec/json.ts';

/** bytes that an entry costs besides its two texts */
const ENTRY_BYTES = 200;

/**
 * Texts of results by the text of their calls, the most recently used of them, within a fixed amount of memory. The ledger
 * behind them does not change, so they never go stale.
 */
export class ResultCache {
  readonly #maxBytes: number;
  /** in order of last use */
  readonly #results = new Map<string, JsonResult>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get(call: string): JsonResult | undefined {
    const result = this.#results.get(call);
    if (result === undefined) return undefined;
    this.#results.delete(call);
    this.#results.set(call, result);
    return result;
  }

  set(call: string, result: JsonResult): void {
    const bytes = sizeOf(call, result);
    // one giant must not push out everything else
    if (bytes > this.#maxBytes / 2) return;
    this.#drop(call);
    this.#results.set(call, result);
    this.#bytes += bytes;
    for (const oldest of this.#results.keys()) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#drop(oldest);
    }
  }

  #drop(call: string): void {
    const result = this.#results.get(call);
    if (result === undefined) return;
    this.#results.delete(call);
    this.#bytes -= sizeOf(call, result);
  }
}

/** A string outside Latin-1 takes two bytes a character; assuming so of all errs on the safe side. */
function sizeOf(call: string, result: JsonResult): number {
  return call.length * 2 + (typeof result === 'string' ? result.length * 2 : result.length) + ENTRY_BYTES;
}
