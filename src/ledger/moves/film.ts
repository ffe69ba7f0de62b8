import type { LedgerState } from '../state.ts';

/**
 * The slot from which the processed tip goes on: its own, or the last one that was dropped above it, as no block comes into a slot
 * again that had one.
 */
export function startSlot({ chains, dropped, history }: LedgerState): bigint {
  const { tip } = chains.processed;
  let start = tip;
  for (const slot of history.slotsFrom(tip + 1n)) {
    if (!dropped.has(slot)) return tip;
    start = slot;
  }
  return start;
}

/** The ledger without what lies ahead of the processed tip; blocks that were dropped just above it are still known. */
export function cutFilm(state: LedgerState): LedgerState {
  const end = startSlot(state);
  return {
    ...state,
    history: state.history.upTo(end),
    accounts: state.accounts.upTo(end),
    passedUpTo: end,
    dropped: new Set([...state.dropped].filter((slot) => slot <= end)),
  };
}
