import type { LedgerState } from '../state.ts';

/**
 * The slot from which the processed tip goes on: its own, or the last one that was dropped above it, as no block comes into a slot
 * again that had one.
 */
export function startSlot({ chains, dropped, history }: LedgerState): bigint {
  const { tip } = chains.processed;
  const { lastSlot } = history;
  if (lastSlot === undefined || lastSlot <= tip) return tip;
  for (const range of dropped.outside({ first: tip + 1n, last: lastSlot }))
    if (history.indexOf(range.first) < history.indexOf(range.last + 1n)) return tip;
  return lastSlot;
}

/** The ledger without what lies ahead of the processed tip; blocks that were dropped just above it are still known. */
export function cutFilm(state: LedgerState): LedgerState {
  const end = startSlot(state);
  const history = state.history.upTo(end);
  const accounts = state.accounts.upTo(end);
  const isLonger = history !== state.history || accounts !== state.accounts || state.passedUpTo !== end;
  if (!isLonger && state.dropped.ranges.length === 0) return state;
  return { ...state, history, accounts, passedUpTo: end, dropped: state.dropped.upTo(end) };
}
