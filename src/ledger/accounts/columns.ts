import { hashBytes } from '../../codec/bytes.ts';
import type { AccountFilter } from '../../solana/accountFilter.ts';

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

/** The place of a byte string. */
export interface SlabPlace {
  readonly slab: number;
  readonly offset: number;
}

/** A table of a few accounts is small; each piece is twice as large as the one before, up to a limit. */
const FIRST_SLAB_BYTES = 256;
const MAX_SLAB_BYTES = 1 << 20;

/** Byte strings packed end to end in large pieces of memory: 165 bytes of account data cost 165 bytes, and no object. */
export class DataSlabs {
  readonly #slabs: Uint8Array[] = [];
  #free = 0;
  #bytes = 0;

  /** bytes of all pieces */
  get bytes(): number {
    return this.#bytes;
  }

  /** Copies `data` in. */
  add(data: Uint8Array): SlabPlace {
    if (data.length > this.#free || this.#slabs.length === 0) this.#startSlab(data.length);
    const slab = this.#slabs.length - 1;
    const bytes = this.#slabs[slab]!;
    const offset = bytes.length - this.#free;
    bytes.set(data, offset);
    this.#free -= data.length;
    return { slab, offset };
  }

  slab(index: number): Uint8Array {
    return this.#slabs[index]!;
  }

  #startSlab(atLeast: number): void {
    const last = this.#slabs.at(-1)?.length ?? FIRST_SLAB_BYTES / 2;
    const size = Math.max(Math.min(2 * last, MAX_SLAB_BYTES), atLeast);
    this.#slabs.push(new Uint8Array(size));
    this.#bytes += size;
    this.#free = size;
  }
}

interface Rows {
  readonly length: number;
  at(index: number): number;
}

/**
 * Rows by the bytes at one position of their data: a hash table of chains in three typed arrays, built in one pass that is
 * about as long as the scan it replaces.
 */
export class BytesIndex {
  readonly #rows: Rows;
  /** first of the chain, by hash; -1: none */
  readonly #heads: Int32Array;
  readonly #counts: Uint32Array;
  /** the next of the chain, by position in `rows` */
  readonly #next: Int32Array;

  constructor(rows: Rows, offset: bigint, length: number, data: RowData) {
    const buckets = 2 ** Math.ceil(Math.log2(Math.max(1, rows.length)));
    this.#rows = rows;
    this.#heads = new Int32Array(buckets).fill(-1);
    this.#counts = new Uint32Array(buckets);
    this.#next = new Int32Array(rows.length);
    // an offset that a double cannot hold is past the end of any data all the same
    const from = Number(offset);
    // backwards, so that chains run in row order
    for (let i = rows.length - 1; i >= 0; i--) {
      const row = rows.at(i);
      // too short for the position: no filter there can match
      if (from + length > data.lengthOf(row)) continue;
      const start = data.offsetOf(row) + from;
      this.#insert(i, hashBytes(data.slabOf(row), start, length));
    }
  }

  #insert(position: number, hash: number): void {
    const bucket = hash & (this.#heads.length - 1);
    this.#next[position] = this.#heads[bucket]!;
    this.#heads[bucket] = position;
    this.#counts[bucket]!++;
  }

  #bucket(bytes: Uint8Array): number {
    return hashBytes(bytes, 0, bytes.length) & (this.#heads.length - 1);
  }

  /** An upper bound of the number of rows that hold `bytes`. */
  count(bytes: Uint8Array): number {
    return this.#counts[this.#bucket(bytes)]!;
  }

  /** All rows that hold `bytes`, and some whose bytes hash alike. */
  *rows(bytes: Uint8Array): Iterable<number> {
    for (let i = this.#heads[this.#bucket(bytes)]!; i >= 0; i = this.#next[i]!) yield this.#rows.at(i);
  }
}

/** The number of accounts from which an index is quicker than a look at each. */
export const MIN_INDEXED = 512;
/** Clients filter at a handful of positions; a client that tries many more must not be able to fill the memory. */
const MAX_INDEXES = 8;

/** The rows of one owner, with an index for every position that a filter has asked about. */
export class OwnerRows {
  readonly id: number;
  readonly #rows = uint32Column();
  /** indexes by position and length; the least recently used first */
  readonly #indexes = new Map<string, BytesIndex>();

  constructor(id: number) {
    this.id = id;
  }

  /** Rows are added before there are enough for an index, or before the first question is asked. */
  add(row: number): void {
    this.#rows.push(row);
  }

  /** Rows among which all that pass the filters are, and as few others as the indexes allow. */
  candidates(filters: readonly AccountFilter[], data: RowData): Iterable<number> {
    let best: Iterable<number> = this.#all();
    if (this.#rows.length < MIN_INDEXED) return best;
    let fewest = this.#rows.length;
    for (const filter of filters) {
      if (filter.kind !== 'memcmp' || filter.bytes.length === 0) continue;
      const index = this.#indexFor(filter.offset, filter.bytes.length, data);
      const count = index.count(filter.bytes);
      if (count >= fewest) continue;
      fewest = count;
      best = index.rows(filter.bytes);
    }
    return best;
  }

  *#all(): Iterable<number> {
    for (let i = 0; i < this.#rows.length; i++) yield this.#rows.at(i);
  }

  #indexFor(offset: bigint, length: number, data: RowData): BytesIndex {
    const key = `${offset}:${length}`;
    const index = this.#indexes.get(key) ?? new BytesIndex(this.#rows, offset, length, data);
    this.#indexes.delete(key);
    this.#indexes.set(key, index);
    if (this.#indexes.size > MAX_INDEXES) this.#indexes.delete(this.#indexes.keys().next().value!);
    return index;
  }
}

/** The place of the data of a row. */
export interface RowData {
  slabOf(row: number): Uint8Array;
  offsetOf(row: number): number;
  lengthOf(row: number): number;
}
