import type { LedgerState } from '../state.ts';

/** The recent window of statuses begins after the finalized tip. */
export function expireStatuses(_state: LedgerState): LedgerState {
  throw new Error('not built yet');
}
