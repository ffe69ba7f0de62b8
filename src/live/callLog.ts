/** A call that was answered. */
export interface LoggedCall {
  /** counts from 1; no other call of this ledger has it, also after a reset */
  readonly id: number;
  readonly method: string;
  /** JSON text; undefined: there were none */
  readonly params: string | undefined;
  /** undefined: all answers of its node come from the ledger, or it was no read */
  readonly from?: 'ledger' | 'record' | 'upstream' | undefined;
  /** `fault`: something that a test has added decided */
  readonly outcome: 'result' | 'error' | 'fault';
  /** of an error */
  readonly code: number | undefined;
  readonly durationMs: number;
  readonly client: string | undefined;
  readonly transport: 'http' | 'socket' | 'process';
  /** that it keeps in memory */
  readonly characters: number;
}

export const DEFAULT_JOURNAL_SIZE = 10_000;

/** More than ten thousand calls with parameters of usual length. */
const MAX_CHARACTERS = 1 << 24;

/** The calls to a ledger, oldest first. The oldest are forgotten where there are too many, or their texts are too long together. */
export class CallLog {
  /** calls that are kept at most; 0: none is */
  readonly size: number;
  /** by id; there are no gaps */
  readonly #calls = new Map<number, LoggedCall>();
  #characters = 0;
  #last = 0;
  #forgotten = 0;

  constructor(size: number) {
    this.size = size;
  }

  get calls(): readonly LoggedCall[] {
    return [...this.#calls.values()];
  }

  /** The id of the newest, also where it is no longer kept; 0: there was none. */
  get last(): number {
    return this.#last;
  }

  /** How many there was no room for, since all were cleared. */
  get forgotten(): number {
    return this.#forgotten;
  }

  add(call: Omit<LoggedCall, 'id'>): void {
    if (this.size === 0) return;
    const { client, code, durationMs, from, method, outcome, params, transport } = call;
    const characters = call.characters + (client?.length ?? 0);
    const id = ++this.#last;
    this.#calls.set(id, { id, method, params, from, outcome, code, durationMs, client, transport, characters });
    this.#characters += characters;
    while (this.#isTooMuch()) this.#forgetOldest();
  }

  /** @returns how many there were */
  clear(): number {
    const count = this.#calls.size;
    this.#calls.clear();
    this.#characters = 0;
    this.#forgotten = 0;
    return count;
  }

  /** The newest is kept, however long it is. */
  #isTooMuch(): boolean {
    const { size } = this.#calls;
    return size > this.size || (this.#characters > MAX_CHARACTERS && size > 1);
  }

  #forgetOldest(): void {
    const oldest = this.#last - this.#calls.size + 1;
    this.#characters -= this.#calls.get(oldest)!.characters;
    this.#calls.delete(oldest);
    this.#forgotten++;
  }
}
