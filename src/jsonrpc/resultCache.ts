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

interface Entry extends KnownResult {
  /** since the last look for something to drop */
  isUsed: boolean;
}

/**
 * Results by the text of their questions, within a fixed amount of memory. The ledger behind them does not change, so they
 * never go stale. The oldest goes first, but one that was used gets a second chance: unlike a list in order of use, that
 * costs a use nothing but a mark.
 */
export class ResultCache {
  readonly #maxBytes: number;
  /** oldest first */
  readonly #entries = new Map<string, Entry>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get(question: string): KnownResult | undefined {
    const entry = this.#entries.get(question);
    if (entry !== undefined) entry.isUsed = true;
    return entry;
  }

  set(question: string, { method, result }: KnownResult): void {
    const entry = { method, result: result.length < LONG_TEXT ? result : bytesOf(result), isUsed: false };
    const bytes = sizeOf(question, entry);
    // one giant must not push out everything else
    if (bytes > this.#maxBytes / 2) return;
    this.#drop(question);
    this.#entries.set(question, entry);
    this.#bytes += bytes;
    this.#makeRoom();
  }

  /** What is put back at the end is met again only once everything else has been. */
  #makeRoom(): void {
    for (const [question, entry] of this.#entries) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#drop(question);
      if (entry.isUsed) this.#putBack(question, entry);
    }
  }

  #putBack(question: string, entry: Entry): void {
    entry.isUsed = false;
    this.#entries.set(question, entry);
    this.#bytes += sizeOf(question, entry);
  }

  #drop(question: string): void {
    const entry = this.#entries.get(question);
    if (entry === undefined) return;
    this.#entries.delete(question);
    this.#bytes -= sizeOf(question, entry);
  }
}

function bytesOf(result: JsonResult): Buffer {
  return typeof result === 'string' ? Buffer.from(result) : result;
}

/** A string outside Latin-1 takes two bytes a character; assuming so of all errs on the safe side. */
function sizeOf(question: string, { result }: KnownResult): number {
  return question.length * 2 + (typeof result === 'string' ? result.length * 2 : result.length) + ENTRY_BYTES;
}
