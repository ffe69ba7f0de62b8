import { ascending, minOf } from '../../codec/bigints.ts';
import { firstIndexWhere } from '../../codec/binarySearch.ts';
import type { Blockhash } from '../../solana/address.ts';
import type { Block } from '../../solana/block.ts';
import { type BlockClock, timeAt } from '../blockClock.ts';
import { derivedBlockhash } from '../derivedBlockhash.ts';
import type { SlotRange, SlotSet } from '../slotSet.ts';

/**
 * The number of hashes that follow from each other. The next one follows from the parent of the series again, so that reading a
 * block computes at most this many.
 */
const LINKED_HASHES = 1024;

/** The parent of the first block of a series, as far as the blocks of the series follow from it. */
export type SeriesParent = Pick<Block, 'slot' | 'blockhash' | 'blockHeight'>;

/**
 * A series of empty blocks, one in each slot from `first` on, without an end: a ledger has a run of it. A block is created each time
 * it is read.
 */
export class EmptySeries {
  readonly first: bigint;
  readonly parent: SeriesParent;
  /** undefined: the blocks have no times */
  readonly clock: BlockClock | undefined;
  /** The hashes that were computed last, from the slot `#linkedFrom` on. */
  #linkedFrom: bigint;
  #linked: Blockhash[] = [];

  constructor(first: bigint, below: SeriesParent, clock: BlockClock | undefined) {
    this.first = first;
    // without its transactions: a series may outlive them
    this.parent = { slot: below.slot, blockhash: below.blockhash, blockHeight: below.blockHeight };
    this.clock = clock;
    this.#linkedFrom = first;
  }

  parentSlotOf(slot: bigint): bigint {
    return slot === this.first ? this.parent.slot : slot - 1n;
  }

  block(slot: bigint): Block {
    const { parent, clock, first } = this;
    const hashAt = (at: bigint) => this.#hashAt(at);
    return {
      slot,
      parentSlot: this.parentSlotOf(slot),
      // most readers of a block do not need its hash
      get blockhash() {
        return hashAt(slot);
      },
      get previousBlockhash() {
        return slot === first ? parent.blockhash : hashAt(slot - 1n);
      },
      ...(clock === undefined ? { blockTimeSeconds: null } : timeAt(slot, clock)),
      blockHeight: parent.blockHeight === null ? null : parent.blockHeight + 1n + slot - first,
      rewards: [],
      transactions: [],
    };
  }

  #hashAt(slot: bigint): Blockhash {
    const index = Number((slot - this.first) % BigInt(LINKED_HASHES));
    const from = slot - BigInt(index);
    if (from !== this.#linkedFrom) {
      this.#linkedFrom = from;
      this.#linked = [];
    }
    for (let at = this.#linked.length; at <= index; at++)
      this.#linked.push(derivedBlockhash(from + BigInt(at), this.#linked[at - 1] ?? this.parent.blockhash));
    return this.#linked[index]!;
  }
}

/** The blocks of a series that a ledger has. */
export interface EmptyRun extends SlotRange {
  readonly series: EmptySeries;
}

/** Runs of empty blocks, as a value. No two have a slot in common. */
export class EmptyRuns {
  static readonly NONE = new EmptyRuns([]);

  /** ascending */
  readonly all: readonly EmptyRun[];
  /** the number of blocks before each run; the last number is that of all blocks */
  readonly #before: readonly number[];

  private constructor(all: readonly EmptyRun[]) {
    this.all = all;
    const before = [0];
    for (const [i, run] of all.entries()) before.push(before[i]! + lengthOf(run));
    this.#before = before;
  }

  /** @param runs in any order */
  static fromRuns(runs: readonly EmptyRun[]): EmptyRuns {
    return runs.length === 0 ? EmptyRuns.NONE : new EmptyRuns(runs.toSorted((a, b) => ascending(a.first, b.first)));
  }

  get blockCount(): number {
    return this.#before.at(-1)!;
  }

  /** Blocks of the runs before one, by its index. */
  blocksBefore(index: number): number {
    return this.#before[index]!;
  }

  blocksBelow(slot: bigint): number {
    const index = this.#firstEndingAtOrAfter(slot);
    const run = this.all[index];
    return this.#before[index]! + (run !== undefined && run.first < slot ? Number(slot - run.first) : 0);
  }

  at(slot: bigint): EmptyRun | undefined {
    const run = this.all[this.#firstEndingAtOrAfter(slot)];
    return run !== undefined && run.first <= slot ? run : undefined;
  }

  /** The runs that end at `slot` or above, ascending. */
  *from(slot: bigint): Iterable<EmptyRun> {
    for (let i = this.#firstEndingAtOrAfter(slot); i < this.all.length; i++) yield this.all[i]!;
  }

  /** The runs that begin at `slot` or below, descending. */
  *downFrom(slot: bigint): Iterable<EmptyRun> {
    for (let i = firstIndexWhere(this.all.length, (at) => this.all[at]!.first > slot) - 1; i >= 0; i--)
      yield this.all[i]!;
  }

  upTo(slot: bigint): EmptyRuns {
    const last = this.all.at(-1);
    if (last === undefined || last.last <= slot) return this;
    const runs = this.all.filter(({ first }) => first <= slot);
    return EmptyRuns.fromRuns(runs.map((run) => ({ ...run, last: minOf(run.last, slot) })));
  }

  /** @param run above all others */
  with(run: EmptyRun): EmptyRuns {
    const last = this.all.at(-1);
    const continuesLast = last !== undefined && last.series === run.series && last.last + 1n === run.first;
    return new EmptyRuns(
      continuesLast ? [...this.all.slice(0, -1), { ...run, first: last.first }] : [...this.all, run],
    );
  }

  /** Index of the first run that ends at `slot` or above. */
  #firstEndingAtOrAfter(slot: bigint): number {
    return firstIndexWhere(this.all.length, (at) => this.all[at]!.last >= slot);
  }
}

/** The parts of a run outside of some slots; descending. */
export function runsOutside(run: EmptyRun, slots: SlotSet): readonly EmptyRun[] {
  return Array.from(slots.outside(run), ({ first, last }) => ({ first, last, series: run.series }));
}

export function lengthOf({ first, last }: EmptyRun): number {
  return Number(last - first) + 1;
}
