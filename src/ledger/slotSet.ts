import { ascending, maxOf, minOf } from '../codec/bigints.ts';
import { firstIndexWhere } from '../codec/binarySearch.ts';

/** Slots in a row, both ends included. */
export interface SlotRange {
  readonly first: bigint;
  readonly last: bigint;
}

/** A set of slots, as a value: millions in a row take no more room than one. */
export class SlotSet {
  static readonly NONE = new SlotSet([]);

  /** ascending, with gaps in between */
  readonly ranges: readonly SlotRange[];

  private constructor(ranges: readonly SlotRange[]) {
    this.ranges = ranges;
  }

  static fromSlots(slots: Iterable<bigint>): SlotSet {
    return SlotSet.fromRanges(Array.from(slots, (slot) => ({ first: slot, last: slot })));
  }

  /** @param ranges in any order; they may overlap */
  static fromRanges(ranges: readonly SlotRange[]): SlotSet {
    if (ranges.length === 0) return SlotSet.NONE;
    const joined: SlotRange[] = [];
    for (const { first, last } of ranges.toSorted((a, b) => ascending(a.first, b.first))) {
      const before = joined.at(-1);
      if (before === undefined || first > before.last + 1n) joined.push({ first, last });
      else joined[joined.length - 1] = { first: before.first, last: maxOf(before.last, last) };
    }
    return new SlotSet(joined);
  }

  /** The number of slots. */
  get size(): number {
    return this.ranges.reduce((sum, { first, last }) => sum + Number(last - first) + 1, 0);
  }

  get highest(): bigint | undefined {
    return this.ranges.at(-1)?.last;
  }

  has(slot: bigint): boolean {
    return this.#rangeWith(slot) !== undefined;
  }

  /** The highest slot that is not in the set, from `slot` down; −1 where all of them are. */
  highestOutside(slot: bigint): bigint {
    const range = this.#rangeWith(slot);
    return range === undefined ? slot : range.first - 1n;
  }

  /** The lowest slot that is not in the set, from `slot` up. */
  lowestOutside(slot: bigint): bigint {
    const range = this.#rangeWith(slot);
    return range === undefined ? slot : range.last + 1n;
  }

  /** The ranges between two slots, both included, that are not in the set; descending. */
  *outside({ first, last }: SlotRange): Iterable<SlotRange> {
    let top = last;
    for (const range of this.between(first, last).toReversed()) {
      if (range.last < top) yield { first: range.last + 1n, last: top };
      top = range.first - 1n;
    }
    if (top >= first) yield { first, last: top };
  }

  with(ranges: readonly SlotRange[]): SlotSet {
    return ranges.length === 0 ? this : SlotSet.fromRanges([...this.ranges, ...ranges]);
  }

  /** The slots up to `slot`. */
  upTo(slot: bigint): SlotSet {
    if (this.highest === undefined || this.highest <= slot) return this;
    return new SlotSet(this.between(0n, slot));
  }

  /** The ranges of the set between two slots, both included; ascending. */
  between(first: bigint, last: bigint): readonly SlotRange[] {
    const ranges: SlotRange[] = [];
    for (let i = firstIndexWhere(this.ranges.length, (at) => this.ranges[at]!.last >= first); ; i++) {
      const range = this.ranges[i];
      if (range === undefined || range.first > last) return ranges;
      ranges.push({ first: maxOf(range.first, first), last: minOf(range.last, last) });
    }
  }

  equals({ ranges }: SlotSet): boolean {
    if (this.ranges === ranges) return true;
    if (this.ranges.length !== ranges.length) return false;
    return this.ranges.every(({ first, last }, i) => ranges[i]!.first === first && ranges[i]!.last === last);
  }

  /** Descending. */
  *[Symbol.iterator](): Iterator<bigint> {
    for (const { first, last } of this.ranges.toReversed()) for (let slot = last; slot >= first; slot--) yield slot;
  }

  #rangeWith(slot: bigint): SlotRange | undefined {
    const range = this.ranges[firstIndexWhere(this.ranges.length, (at) => this.ranges[at]!.last >= slot)];
    return range !== undefined && range.first <= slot ? range : undefined;
  }
}
