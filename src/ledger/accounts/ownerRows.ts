import { hashBytes } from '../../codec/bytes.ts';
import type { Account } from '../../solana/account.ts';
import type { AccountFilter } from '../../solana/accountFilter.ts';

type Rows = readonly number[];

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

  constructor(rows: Rows, offset: bigint, length: number, accounts: AccountsOfRows) {
    const buckets = 2 ** Math.ceil(Math.log2(Math.max(1, rows.length)));
    this.#rows = rows;
    this.#heads = new Int32Array(buckets).fill(-1);
    this.#counts = new Uint32Array(buckets);
    this.#next = new Int32Array(rows.length);
    // an offset that a double cannot hold is past the end of any data all the same
    const from = Number(offset);
    // backwards, so that chains run in row order
    for (let i = rows.length - 1; i >= 0; i--) {
      const row = rows[i]!;
      // too short for the position: no filter there can match
      const bytes = accounts.account(row).data;
      if (from + length > bytes.length) continue;
      this.#insert(i, hashBytes(bytes, from, length));
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
    for (let i = this.#heads[this.#bucket(bytes)]!; i >= 0; i = this.#next[i]!) yield this.#rows[i]!;
  }
}

/** The number of accounts from which an index is quicker than a look at each. */
export const MIN_INDEXED = 512;

/** Clients filter at a handful of positions; a client that tries many more must not be able to fill the memory. */
const MAX_INDEXES = 8;

/** The rows of one owner, with an index for every position that a filter has asked about. */
export class OwnerRows {
  readonly #rows: number[] = [];
  /** indexes by position and length; the least recently used first */
  readonly #indexes = new Map<string, BytesIndex>();

  /** Adds a row. This must happen before the first index is built: indexes do not get later rows. */
  add(row: number): void {
    this.#rows.push(row);
  }

  /** The rows that may pass the filters: all that pass, and as few others as the indexes allow. */
  candidates(filters: readonly AccountFilter[], accounts: AccountsOfRows): Iterable<number> {
    let best: Iterable<number> = this.#rows;
    if (this.#rows.length < MIN_INDEXED) return best;
    let fewest = this.#rows.length;
    for (const filter of filters) {
      if (filter.kind !== 'memcmp' || filter.bytes.length === 0) continue;
      const index = this.#indexFor(filter.offset, filter.bytes.length, accounts);
      const count = index.count(filter.bytes);
      if (count >= fewest) continue;
      fewest = count;
      best = index.rows(filter.bytes);
    }
    return best;
  }

  #indexFor(offset: bigint, length: number, accounts: AccountsOfRows): BytesIndex {
    const key = `${offset}:${length}`;
    const index = this.#indexes.get(key) ?? new BytesIndex(this.#rows, offset, length, accounts);
    this.#indexes.delete(key);
    this.#indexes.set(key, index);
    if (this.#indexes.size > MAX_INDEXES) this.#indexes.delete(this.#indexes.keys().next().value!);
    return index;
  }
}

/** The accounts of rows. */
export interface AccountsOfRows {
  account(row: number): Account;
}
