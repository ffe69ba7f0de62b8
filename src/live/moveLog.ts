/** A move of a ledger that a control call has made, or time. Equal ones without a call in between are one. */
export interface LoggedMove {
  /** the control method; undefined: time passed */
  readonly method: string | undefined;
  /** JSON text, cut off; undefined: there were none */
  readonly params: string | undefined;
  /** id of the newest call before it; 0: none */
  readonly afterCall: number;
  /** the processed slot after it */
  readonly slot: bigint;
  /** number of equal moves */
  readonly count: number;
}

/** The number of newest moves that are kept. */
export const MAX_LOGGED_MOVES = 1000;

/** Characters that are kept of parameters: an account can be long. */
const MAX_PARAMS = 1000;

/** The moves of a ledger since it was loaded or reset, oldest first. A send that makes a block is a call, not one of them. */
export class MoveLog {
  #moves: LoggedMove[] = [];

  get moves(): readonly LoggedMove[] {
    return this.#moves;
  }

  add({ params: text, ...move }: Omit<LoggedMove, 'count'>): void {
    const params = text === undefined || text.length <= MAX_PARAMS ? text : `${text.slice(0, MAX_PARAMS)}…`;
    const last = this.#moves.at(-1);
    const isEqual = last?.method === move.method && last?.params === params && last?.afterCall === move.afterCall;
    if (last !== undefined && isEqual)
      this.#moves[this.#moves.length - 1] = { ...last, ...move, count: last.count + 1 };
    else this.#moves.push({ ...move, params, count: 1 });
    if (this.#moves.length > MAX_LOGGED_MOVES) this.#moves.shift();
  }

  clear(): void {
    this.#moves = [];
  }
}
