import { hashBytes } from '../../codec/hashBytes.ts';
import type { RowData } from './rowData.ts';

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

  /** At most so many rows hold `bytes`. */
  count(bytes: Uint8Array): number {
    return this.#counts[this.#bucket(bytes)]!;
  }

  /** All rows that hold `bytes`, and some whose bytes hash alike. */
  *rows(bytes: Uint8Array): Iterable<number> {
    for (let i = this.#heads[this.#bucket(bytes)]!; i >= 0; i = this.#next[i]!) yield this.#rows.at(i);
  }
}
