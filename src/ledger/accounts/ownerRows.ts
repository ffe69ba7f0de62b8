import type { AccountFilter } from '../../model/accountFilter.ts';
import { BytesIndex } from './bytesIndex.ts';
import { uint32Column } from './column.ts';
import type { RowData } from './rowData.ts';

/** With fewer accounts than this a look at each is as quick as a look into an index. */
export const MIN_INDEXED = 512;
/** Clients filter at a handful of positions; a client that tries many more must not be able to fill the memory. */
const MAX_INDEXES = 8;

/** The rows of one owner, with an index for every position that a filter has asked about. */
export class OwnerRows {
  readonly id: number;
  readonly #rows = uint32Column();
  /** by position and length; the least recently used first */
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
