import type { SlotSet } from '../slotSet.ts';
import { ascending, earlierOf } from '../slots.ts';
import type { EmptyRun } from './emptyRow.ts';
import { firstAtLeast } from './firstAtLeast.ts';

/** Runs of empty blocks, as a value. No two have a slot in common. */
export class EmptyRuns {
  static readonly NONE = new EmptyRuns([]);

  /** ascending */
  readonly all: readonly EmptyRun[];
  /** blocks of those before, for each, and of all */
  readonly #before: readonly number[];

  private constructor(all: readonly EmptyRun[]) {
    this.all = all;
    let blocks = 0;
    this.#before = [0, ...all.map((run) => (blocks += lengthOf(run)))];
  }

  /** @param runs in any order */
  static of(runs: readonly EmptyRun[]): EmptyRuns {
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
    const index = this.#firstUpTo(slot);
    const run = this.all[index];
    return this.#before[index]! + (run !== undefined && run.first < slot ? Number(slot - run.first) : 0);
  }

  at(slot: bigint): EmptyRun | undefined {
    const run = this.all[this.#firstUpTo(slot)];
    return run !== undefined && run.first <= slot ? run : undefined;
  }

  /** Those that end at `slot` or above, ascending. */
  *from(slot: bigint): Iterable<EmptyRun> {
    for (let i = this.#firstUpTo(slot); i < this.all.length; i++) yield this.all[i]!;
  }

  /** Those that begin at `slot` or below, descending. */
  *downFrom(slot: bigint): Iterable<EmptyRun> {
    for (let i = firstAtLeast(this.all.length, (at) => this.all[at]!.first > slot) - 1; i >= 0; i--) yield this.all[i]!;
  }

  upTo(slot: bigint): EmptyRuns {
    const last = this.all.at(-1);
    if (last === undefined || last.last <= slot) return this;
    const kept = this.all.filter(({ first }) => first <= slot);
    return EmptyRuns.of(kept.map((run) => ({ ...run, last: earlierOf(run.last, slot) })));
  }

  /** @param run above all others */
  with(run: EmptyRun): EmptyRuns {
    const last = this.all.at(-1);
    const goesOn = last !== undefined && last.row === run.row && last.last + 1n === run.first;
    return new EmptyRuns(goesOn ? [...this.all.slice(0, -1), { ...run, first: last.first }] : [...this.all, run]);
  }

  /** Index of the first run that ends at `slot` or above. */
  #firstUpTo(slot: bigint): number {
    return firstAtLeast(this.all.length, (at) => this.all[at]!.last >= slot);
  }
}

/** The parts of a run that are left where it loses slots; descending. */
export function runsOutside(run: EmptyRun, slots: SlotSet): readonly EmptyRun[] {
  return Array.from(slots.outside(run), ({ first, last }) => ({ first, last, row: run.row }));
}

export function lengthOf({ first, last }: EmptyRun): number {
  return Number(last - first) + 1;
}
