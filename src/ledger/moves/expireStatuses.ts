import type { LedgerState } from '../state.ts';

/** The recent window of statuses begins after the finalized tip. */
export function expireStatuses(state: LedgerState): LedgerState {
  const start = state.chains.finalized.tip + 1n;
  return { ...state, statusesExpiredBefore: start, statusWindowStart: start };
}
