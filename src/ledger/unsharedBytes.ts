import type { SlotSet } from './slotSet.ts';
import type { LedgerNames, LedgerState } from './state.ts';

/** Memory of a state itself, of a range in a set of slots, and of a name in a map; roughly. */
const STATE_BYTES = 1000;
const RANGE_BYTES = 100;
const NAME_BYTES = 50;

/** Memory, roughly, of what a state has and another one does not. */
export function unsharedBytes(state: LedgerState, other: LedgerState): number {
  return (
    STATE_BYTES +
    state.accounts.unsharedBytes(other.accounts) +
    state.history.unsharedBytes(other.history) +
    RANGE_BYTES * unsharedRanges(state, other) +
    NAME_BYTES * unsharedNames(state.names, other.names)
  );
}

function unsharedRanges(state: LedgerState, other: LedgerState): number {
  const shared = setsOf(other);
  return sum([...setsOf(state)].map((set) => (shared.has(set) ? 0 : set.ranges.length)));
}

function setsOf({ chains, dropped }: LedgerState): ReadonlySet<SlotSet> {
  const { confirmed, finalized, processed } = chains;
  return new Set([dropped, processed.offChain, confirmed.offChain, finalized.offChain]);
}

function unsharedNames(names: LedgerNames, other: LedgerNames): number {
  const kinds = ['addresses', 'keys', 'programs', 'signatures'] as const;
  return sum(kinds.map((kind) => (names[kind] === other[kind] ? 0 : names[kind].size)));
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
