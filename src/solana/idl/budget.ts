/**
 * Bounds of values that an IDL describes. Others may have written the IDL and the data, so the steps are counted.
 * @module
 */

/** The data is not of the type that the IDL says. */
export class IdlDataError extends Error {}

/** Data larger than is read or written at once. */
export class TooMuchError extends IdlDataError {}

/** The most steps of one description. It takes about 40 milliseconds without a pause, and other clients wait so long. */
export const MAX_STEPS = 40_000;

/** Raw bytes that cost as much as one value; characters of a text cost more, because an answer may escape each of them. */
const BYTES_A_STEP = 1024;
const CHARACTERS_A_STEP = 32;

/** Steps of one description: each value is one, and so is each piece of its bytes. */
export class Budget {
  readonly #most: number;
  readonly #outer: Budget | undefined;
  #spent = 0;

  /** @param outer of all descriptions that are made together */
  constructor(most: number = MAX_STEPS, outer?: Budget) {
    this.#most = Math.min(most, MAX_STEPS);
    this.#outer = outer;
  }

  get left(): number {
    return Math.min(this.#most - this.#spent, this.#outer?.left ?? Number.POSITIVE_INFINITY);
  }

  /** Whether more steps were spent than this budget, or one around it, has: `spend` has thrown. */
  get isOverspent(): boolean {
    return this.left < 0;
  }

  /** @throws TooMuchError */
  spend(steps = 1): void {
    this.#spent += steps;
    if (this.#spent > this.#most) throw new TooMuchError(`more than ${this.#most} values`);
    this.#outer?.spend(steps);
  }

  /** @throws TooMuchError */
  spendBytes(count: number): void {
    this.spend(Math.floor(count / BYTES_A_STEP));
  }

  /** @throws TooMuchError */
  spendText(count: number): void {
    this.spend(Math.floor(count / CHARACTERS_A_STEP));
  }
}
