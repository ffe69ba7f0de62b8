import { type Account, emptyAccount } from '../../model/account.ts';
import type { Address } from '../../model/address.ts';
import type { LedgerState } from '../state.ts';

/**
 * Sets an account, or deletes it (null). States that it gets in slots ahead stay.
 *
 * @param from `always`: at every commitment at once, in place of all its states up to the processed tip; `processed`: from the
 *   processed slot on
 */
export function setAccount(
  state: LedgerState,
  address: Address,
  account: Account | null,
  from: 'always' | 'processed',
): LedgerState {
  const { tip } = state.chains.processed;
  const accounts = [account ?? emptyAccount(address)];
  const changed =
    from === 'always' ? state.accounts.withReplaced(accounts, tip) : state.accounts.withWrites(accounts, tip);
  return { ...state, accounts: changed };
}
