import { type Account, emptyAccount } from '../../model/account.ts';
import type { Address } from '../../model/address.ts';
import type { Commitment, LedgerState } from '../state.ts';

/** An account that was set from outside. */
export interface AccountSet {
  readonly address: Address;
  /** `always`: it is read at every commitment; `processed`: from the processed slot of that moment on */
  readonly from: 'always' | 'processed';
}

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
  from: AccountSet['from'],
): LedgerState {
  const { tip } = state.chains.processed;
  const accounts = [account ?? emptyAccount(address)];
  const changed =
    from === 'always' ? state.accounts.withReplaced(accounts, tip) : state.accounts.withWrites(accounts, tip);
  return { ...state, accounts: changed };
}

/**
 * Whether a commitment reads what was set.
 *
 * @param state after it
 */
export function readsSet({ chains }: LedgerState, { from }: AccountSet, commitment: Commitment): boolean {
  return from === 'always' || chains[commitment].tip === chains.processed.tip;
}
