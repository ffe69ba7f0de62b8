import type { LedgerState } from '../state.ts';

/**
 * The slot from which the processed tip goes on: its own, or the last one that was dropped above it, as no block comes into a slot
 * again that had one.
 */
export function startSlot({ chains, dropped, history }: LedgerState): bigint {
  const { tip } = chains.processed;
  let start = tip;
  for (let i = history.indexOf(tip + 1n); i < history.slotCount; i++) {
    start = history.slotAt(i);
    if (!dropped.has(start)) return tip;
  }
  return start;
}

/** The ledger without what lies ahead of the processed tip; blocks that were dropped just above it are still known. */
export function cutFilm(state: LedgerState): LedgerState {
  const end = startSlot(state);
  const history = state.history.upTo(end);
  const accounts = state.accounts.upTo(end);
  const isLonger = history !== state.history || accounts !== state.accounts || state.passedUpTo !== end;
  if (!isLonger && state.dropped.size === 0) return state;
  const dropped = new Set([...state.dropped].filter((slot) => slot <= end));
  return { ...state, history, accounts, passedUpTo: end, dropped };
}
