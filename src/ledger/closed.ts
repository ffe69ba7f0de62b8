import type { LedgerState } from './state.ts';

/** The same ledger for another one that goes on from it: what that one adds is not kept in memory by what this one has. */
export function closed(state: LedgerState): LedgerState {
  return { ...state, history: state.history.closed(), accounts: state.accounts.closed() };
}
