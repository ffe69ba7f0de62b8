const FIRST_ROWS = 64;

/** Rows of numbers by ids that count up, of which the newest are kept. They are no objects, so that collecting garbage costs nothing for them. */
export class RowRing {
  readonly #width: number;
  #rows = 0;
  #numbers = new Float64Array(0);

  /** @param width numbers of a row */
  constructor(width: number) {
    this.#width = width;
  }

  /** Where the row of an id is in `numbers`. */
  at(id: number): number {
    return (id % this.#rows) * this.#width;
  }

  /** Valid until there is room for more. */
  get numbers(): Float64Array {
    return this.#numbers;
  }

  /** Has to be called before a row is written: makes room for it behind the rows from `oldest` on. */
  makeRoom(oldest: number, id: number): void {
    const needed = id - oldest + 1;
    if (needed <= this.#rows) return;
    const grown = Math.max(needed, FIRST_ROWS, this.#rows * 2);
    const numbers = new Float64Array(grown * this.#width);
    for (let i = oldest; i < id; i++) {
      const start = this.at(i);
      numbers.set(this.#numbers.subarray(start, start + this.#width), (i % grown) * this.#width);
    }
    this.#rows = grown;
    this.#numbers = numbers;
  }
}
