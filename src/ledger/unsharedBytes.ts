import type { SlotSet } from './slotSet.ts';
import type { LedgerNames, LedgerState } from './state.ts';

/** Memory of a state itself, of a range in a set of slots, and of a name in a map; roughly. */
const STATE_BYTES = 1000;
const RANGE_BYTES = 100;
const NAME_BYTES = 50;

/** Memory, roughly, that a state keeps and another one does not: what they share does not count. */
export function unsharedBytes(state: LedgerState, other: LedgerState): number {
  return (
    STATE_BYTES +
    state.accounts.bytesBeside(other.accounts) +
    state.history.bytesBeside(other.history) +
    RANGE_BYTES * rangesBeside(state, other) +
    NAME_BYTES * namesBeside(state.names, other.names)
  );
}

function rangesBeside(state: LedgerState, other: LedgerState): number {
  const shared = setsOf(other);
  return sum([...setsOf(state)].map((set) => (shared.has(set) ? 0 : set.ranges.length)));
}

function setsOf({ chains, dropped }: LedgerState): ReadonlySet<SlotSet> {
  const { confirmed, finalized, processed } = chains;
  return new Set([dropped, processed.offChain, confirmed.offChain, finalized.offChain]);
}

function namesBeside(names: LedgerNames, other: LedgerNames): number {
  const kinds = ['addresses', 'keys', 'programs', 'signatures'] as const;
  return sum(kinds.map((kind) => (names[kind] === other[kind] ? 0 : names[kind].size)));
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
