import type { AnswerTo } from './answerTypes.ts';

type Timeline = AnswerTo<'stillnode_timeline'>;

/** A slot of `stillnode_timeline`: the axis of the page has slots up to 2^53. */
export type Slot = WithNumbers<Timeline['slots'][number]>;

type WithNumbers<T> = { readonly [Name in keyof T]: Name extends 'slot' | 'parent' ? number : T[Name] };

export function slotsOf(timeline: Timeline | undefined): readonly Slot[] {
  return (timeline?.slots ?? []) as readonly Slot[];
}

/**
 * The lane of each slot. Lane 0 is the chain; a dropped block is in the lane of its parent if no other block has followed there, or else in
 * the lowest lane that is free from its parent on.
 */
export function lanesOf(slots: readonly Slot[]): ReadonlyMap<number, number> {
  const lanes = new Map<number, number>();
  /** the newest slot of each lane */
  const ends: number[] = [];
  for (const { kind, parent = -1, slot } of slots) {
    if (kind !== 'dropped') continue;
    const own = lanes.get(parent);
    const lane = own !== undefined && ends[own] === parent ? own : freeLane(ends, parent);
    lanes.set(slot, lane);
    ends[lane] = slot;
  }
  for (const { kind, slot } of slots) if (kind !== 'dropped') lanes.set(slot, 0);
  return lanes;
}

function freeLane(ends: readonly number[], parent: number): number {
  let lane = 1;
  while ((ends[lane] ?? -1) > parent) lane++;
  return lane;
}

/** Sums of several slots. */
export interface Bin {
  readonly from: number;
  readonly to: number;
  readonly blocks: number;
  readonly skipped: number;
  readonly dropped: number;
  readonly ahead: number;
  readonly transactions: number;
  readonly failed: number;
  /** successful transactions in blocks not on the chain */
  readonly lost: number;
}

/** Sums slots from `first` on in at most `count` bins of equal width. */
export function binsOf(slots: readonly Slot[], first: number, span: number, count: number): readonly Bin[] {
  const width = Math.max(1, Math.ceil(span / count));
  const bins = Array.from({ length: Math.ceil(span / width) }, (_, i) => ({
    from: first + i * width,
    to: Math.min(first + (i + 1) * width, first + span) - 1,
    blocks: 0,
    skipped: 0,
    dropped: 0,
    ahead: 0,
    transactions: 0,
    failed: 0,
    lost: 0,
  }));
  for (const { failed, kind, slot, transactions } of slots) {
    const bin = bins[Math.floor((slot - first) / width)];
    if (bin === undefined) continue;
    bin[kind === 'block' ? 'blocks' : kind]++;
    bin.transactions += transactions ?? 0;
    bin.failed += failed ?? 0;
    if (kind === 'dropped') bin.lost += (transactions ?? 0) - (failed ?? 0);
  }
  return bins;
}
