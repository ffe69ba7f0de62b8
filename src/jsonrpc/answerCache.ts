/** A call that was answered. */
export interface KnownAnswer {
  readonly method: string;
  /** the reply up to the id */
  readonly head: Buffer;
}

/** bytes that an entry costs besides its question and its answer */
const ENTRY_BYTES = 400;

const MARK_PIECE = 64;

interface Entry extends KnownAnswer {
  readonly question: string;
  /** since the last look for something to drop */
  isUsed: boolean;
}

/**
 * Answers by the text of their questions, within a fixed amount of memory. The ledger behind them does not change, so they
 * never go stale. The oldest goes first, but one that was used gets a second chance: unlike a list in order of use, that
 * costs a use nothing but a mark.
 */
export class AnswerCache {
  readonly #maxBytes: number;
  /** by the mark of the question, oldest first */
  readonly #entries = new Map<string, Entry>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get(question: string): KnownAnswer | undefined {
    const entry = this.#entries.get(markOf(question));
    if (entry?.question !== question) return undefined;
    entry.isUsed = true;
    return entry;
  }

  set(question: string, { method, head }: KnownAnswer): void {
    const entry = { question, method, head, isUsed: false };
    const bytes = sizeOf(entry);
    // one giant must not push out everything else
    if (bytes > this.#maxBytes / 2) return;
    const mark = markOf(question);
    this.#drop(mark);
    this.#entries.set(mark, entry);
    this.#bytes += bytes;
    this.#makeRoom();
  }

  /** What is put back at the end is met again only once everything else has been. */
  #makeRoom(): void {
    for (const [mark, entry] of this.#entries) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#drop(mark);
      if (entry.isUsed) this.#putBack(mark, entry);
    }
  }

  #putBack(mark: string, entry: Entry): void {
    entry.isUsed = false;
    this.#entries.set(mark, entry);
    this.#bytes += sizeOf(entry);
  }

  #drop(mark: string): void {
    const entry = this.#entries.get(mark);
    if (entry === undefined) return;
    this.#entries.delete(mark);
    this.#bytes -= sizeOf(entry);
  }
}

/**
 * Enough of a question to tell it from most others. Looking up a long text takes longer than answering it, as all of it is hashed;
 * two questions of one mark are compared, and push each other out.
 */
function markOf(question: string): string {
  if (question.length <= 4 * MARK_PIECE) return question;
  const middle = question.length >> 1;
  const pieces = [0, middle, question.length - MARK_PIECE].map((from) => question.slice(from, from + MARK_PIECE));
  return `${question.length} ${pieces.join('')}`;
}

/** A question outside Latin-1 takes two bytes a character; assuming so of all errs on the safe side. */
function sizeOf({ question, head }: Entry): number {
  return question.length * 2 + head.length + ENTRY_BYTES;
}
