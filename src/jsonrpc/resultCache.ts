import type { JsonResult } from '../codec/json.ts';

/** A call that was answered. */
export interface KnownResult {
  readonly method: string;
  readonly result: JsonResult;
}

/** bytes that an entry costs besides its two texts */
const ENTRY_BYTES = 200;

/** From here on a text is kept as the bytes that are sent: half the memory that is reckoned for it, and no encoding again. */
const LONG_TEXT = 16_384;

/**
 * Results by the text of their questions, the most recently used of them, within a fixed amount of memory. The ledger behind
 * them does not change, so they never go stale.
 */
export class ResultCache {
  readonly #maxBytes: number;
  /** in order of last use */
  readonly #known = new Map<string, KnownResult>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get(question: string): KnownResult | undefined {
    const known = this.#known.get(question);
    if (known === undefined) return undefined;
    this.#known.delete(question);
    this.#known.set(question, known);
    return known;
  }

  set(question: string, { method, result }: KnownResult): void {
    const known = { method, result: result.length < LONG_TEXT ? result : bytesOf(result) };
    const bytes = sizeOf(question, known);
    // one giant must not push out everything else
    if (bytes > this.#maxBytes / 2) return;
    this.#drop(question);
    this.#known.set(question, known);
    this.#bytes += bytes;
    for (const oldest of this.#known.keys()) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#drop(oldest);
    }
  }

  #drop(question: string): void {
    const known = this.#known.get(question);
    if (known === undefined) return;
    this.#known.delete(question);
    this.#bytes -= sizeOf(question, known);
  }
}

function bytesOf(result: JsonResult): Buffer {
  return typeof result === 'string' ? Buffer.from(result) : result;
}

/** A string outside Latin-1 takes two bytes a character; assuming so of all errs on the safe side. */
function sizeOf(question: string, { result }: KnownResult): number {
  return question.length * 2 + (typeof result === 'string' ? result.length * 2 : result.length) + ENTRY_BYTES;
}
