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
    for (let i = 0; i < count; i++) addProduct(digits, this.#power(i), given[i]!);
    return carry(digits, most, this.#to);
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

/** Adds `power` times `digit`, without carrying. */
function addProduct(digits: Float64Array, power: Float64Array, digit: number): void {
  for (let i = 0; i < power.length; i++) digits[i]! += power[i]! * digit;
}

/** Makes the first `most` sums digits of this radix; returns how many there are, without leading zeros. */
function carry(digits: Float64Array, most: number, radix: number): number {
  let length = 0;
  let carried = 0;
  for (let i = 0; i < most; i++) {
    const sum = digits[i]! + carried;
    carried = Math.floor(sum / radix);
    digits[i] = sum - carried * radix;
    if (digits[i] !== 0) length = i + 1;
  }
  return length;
}
