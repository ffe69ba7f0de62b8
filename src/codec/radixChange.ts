/**
 * Writes numbers of one radix in another. A table holds the powers of the one in digits of the other, so that no digit of the result
 * waits for the carry of another. Exact while the sum of so many products of a digit of each stays below 2^53.
 */
export class RadixChange {
  readonly #from: bigint;
  readonly #to: number;
  /** each least digit first, made when first needed */
  readonly #powers: Float64Array[] = [];
  /** of the number to write, least first */
  readonly given: Float64Array;
  /** of the result, least first */
  readonly digits: Float64Array;

  /** @param size the most digits that either number has */
  constructor(from: number, to: number, size: number) {
    this.#from = BigInt(from);
    this.#to = to;
    this.given = new Float64Array(size);
    this.digits = new Float64Array(size);
  }

  /** Writes the first `count` digits that are given; returns how many the result has, without leading zeros. */
  convert(count: number): number {
    const { digits, given } = this;
    // every number of so many digits is below this power
    const most = this.#power(count).length;
    digits.fill(0, 0, most);
    for (let i = 0; i < count; i++) {
      const power = this.#power(i);
      const digit = given[i]!;
      for (let j = 0; j < power.length; j++) digits[j]! += power[j]! * digit;
    }
    let length = 0;
    let carry = 0;
    for (let j = 0; j < most; j++) {
      const sum = digits[j]! + carry;
      carry = Math.floor(sum / this.#to);
      digits[j] = sum - carry * this.#to;
      if (digits[j] !== 0) length = j + 1;
    }
    return length;
  }

  #power(exponent: number): Float64Array {
    while (this.#powers.length <= exponent) this.#addPower();
    return this.#powers[exponent]!;
  }

  #addPower(): void {
    const digits: number[] = [];
    const radix = BigInt(this.#to);
    let rest = this.#from ** BigInt(this.#powers.length);
    for (; rest > 0n; rest /= radix) digits.push(Number(rest % radix));
    this.#powers.push(Float64Array.from(digits));
  }
}
