/** One digit of the result: what it takes of every digit of the number. */
interface Column {
  /** the least digit of the number that has a part in it */
  readonly first: number;
  readonly parts: Float64Array;
}

/**
 * Writes numbers of one radix in another. A table holds every power of the one in digits of the other, so that a digit of the result
 * is a sum of products that do not wait for each other; carries come last. Exact while all sums stay below 2^53: up to `maxDigits`
 * digits of a number, with `from` × `to` × `maxDigits` within 2^53.
 */
export class RadixChange {
  readonly #from: number;
  readonly #to: number;
  readonly #maxDigits: number;
  readonly #columns: Column[] = [];
  /** of the table, which grows with the numbers that come */
  #numPowers = 0;
  #lastPower: number[] = [1];
  /** the last result, least digit first */
  readonly digits: Float64Array;

  constructor(from: number, to: number, maxDigits: number) {
    this.#from = from;
    this.#to = to;
    this.#maxDigits = maxDigits;
    this.digits = new Float64Array(Math.ceil((maxDigits * Math.log(from)) / Math.log(to)) + 1);
  }

  /**
   * Fills `digits` with the number whose first `length` digits are `values`, least first.
   *
   * @returns how many it has; the highest may be zero
   */
  convert(values: Float64Array, length: number): number {
    while (this.#numPowers <= length) this.#addPower();
    let carried = 0;
    let count = 0;
    for (const { first, parts } of this.#columns) {
      if (first > length) break;
      const sum = carried + sumOfProducts(parts, values, first, length);
      carried = Math.floor(sum / this.#to);
      this.digits[count++] = sum - carried * this.#to;
    }
    return count;
  }

  #addPower(): void {
    const k = this.#numPowers++;
    if (k > 0) this.#lastPower = this.#times(this.#lastPower);
    this.#lastPower.forEach((digit, j) => {
      this.#columns[j] ??= { first: k, parts: new Float64Array(this.#maxDigits + 1 - k) };
      const { first, parts } = this.#columns[j];
      parts[k - first] = digit;
    });
  }

  /** `power`, least digit first, times the radix that numbers come in. */
  #times(power: readonly number[]): number[] {
    let carried = 0;
    const product = power.map((digit) => {
      const value = digit * this.#from + carried;
      carried = Math.floor(value / this.#to);
      return value - carried * this.#to;
    });
    for (; carried > 0; carried = Math.floor(carried / this.#to)) product.push(carried % this.#to);
    return product;
  }
}

/** Four sums at a time: none of them waits for the last. */
function sumOfProducts(parts: Float64Array, values: Float64Array, first: number, length: number): number {
  const count = length - first;
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  let i = 0;
  for (; i + 3 < count; i += 4) {
    a += parts[i]! * values[first + i]!;
    b += parts[i + 1]! * values[first + i + 1]!;
    c += parts[i + 2]! * values[first + i + 2]!;
    d += parts[i + 3]! * values[first + i + 3]!;
  }
  for (; i < count; i++) a += parts[i]! * values[first + i]!;
  return a + b + c + d;
}
