import type { AccountsAt } from './accounts/accountsAt.ts';
import type { Chain } from './history/chain.ts';
import type { LedgerState } from './state.ts';

/** The accounts of a ledger at the end of a chain. */
export function accountsAt(state: LedgerState, chain: Chain): AccountsAt {
  return state.accounts.at(chain, state.sysvars?.at(state, chain));
}
