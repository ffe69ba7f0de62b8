/** the most digits that either number has */
const MAX_DIGITS = 200;
/** powers that the first table has: enough for 64 bytes */
const FIRST_POWERS = 32;

/**
 * Writes numbers of one radix in another. A table holds the powers of the first radix in digits of the second, so that every digit of the
 * result is one sum of products. Exact while the sum of `MAX_DIGITS` products of a digit of each stays below 2^53.
 */
export class RadixChange {
  readonly #from: bigint;
  readonly #to: number;
  /** digits of powers, by the place of the digit, then by the exponent */
  #columns: readonly Float64Array[] = [];
  /** the least exponent whose power has this many digits */
  #starts: readonly number[] = [];
  /** the number of digits of each power */
  #lengths: readonly number[] = [];
  // created at their declaration, these two are constants to the compiler, which takes a third of the time off long numbers
  /** digits of the number to write, least first */
  readonly input: Float64Array = new Float64Array(MAX_DIGITS);
  /** digits of the result, least first */
  readonly digits: Float64Array = new Float64Array(MAX_DIGITS);

  constructor(from: number, to: number) {
    this.#from = BigInt(from);
    this.#to = to;
  }

  /** Writes the first `count` digits of the input; returns how many the result has, without leading zeros. */
  convert(count: number): number {
    if (count >= this.#lengths.length) this.#makeTable(count);
    const { digits, input } = this;
    const columns = this.#columns;
    const starts = this.#starts;
    const to = this.#to;
    // every number of this many digits is below this power
    const most = this.#lengths[count]!;
    let length = 0;
    let carry = 0;
    for (let j = 0; j < most; j++) {
      const column = columns[j]!;
      let sum = carry;
      for (let i = starts[j]!; i < count; i++) sum += column[i]! * input[i]!;
      carry = Math.floor(sum / to);
      const digit = sum - carry * to;
      digits[j] = digit;
      if (digit !== 0) length = j + 1;
    }
    return length;
  }

  /** Makes the table as large as is needed, and at least twice as large as before: most numbers are short. */
  #makeTable(highest: number): void {
    const size = Math.min(Math.max(highest, FIRST_POWERS, this.#lengths.length * 2), MAX_DIGITS) + 1;
    const columns: Float64Array[] = [];
    const starts: number[] = [];
    const lengths: number[] = [];
    const radix = BigInt(this.#to);
    for (let exponent = 0, power = 1n; exponent < size; exponent++, power *= this.#from) {
      let length = 0;
      for (let remaining = power; remaining > 0n; remaining /= radix, length++) {
        if (length === columns.length) starts.push(exponent);
        columns[length] ??= new Float64Array(size);
        columns[length]![exponent] = Number(remaining % radix);
      }
      lengths.push(length);
    }
    this.#columns = columns;
    this.#starts = starts;
    this.#lengths = lengths;
  }
}
