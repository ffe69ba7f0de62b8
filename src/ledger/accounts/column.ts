interface TypedArray<T> {
  readonly length: number;
  [index: number]: T;
  set(values: TypedArray<T>): void;
}

/** small: every owner has its own column */
const FIRST_LENGTH = 16;

/** A typed array that grows: a column of the account table. */
export class Column<T, A extends TypedArray<T>> {
  readonly #create: (length: number) => A;
  #values: A;
  #length = 0;

  constructor(create: (length: number) => A) {
    this.#create = create;
    this.#values = create(FIRST_LENGTH);
  }

  get length(): number {
    return this.#length;
  }

  push(value: T): void {
    if (this.#length === this.#values.length) {
      const grown = this.#create(this.#length * 2);
      grown.set(this.#values);
      this.#values = grown;
    }
    this.#values[this.#length++] = value;
  }

  at(index: number): T {
    return this.#values[index]!;
  }
}

export function uint32Column(): Column<number, Uint32Array> {
  return new Column((length) => new Uint32Array(length));
}

export function uint8Column(): Column<number, Uint8Array> {
  return new Column((length) => new Uint8Array(length));
}

export function uint64Column(): Column<bigint, BigUint64Array> {
  return new Column((length) => new BigUint64Array(length));
}
