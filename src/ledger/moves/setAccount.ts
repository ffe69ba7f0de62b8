import { maxOf } from '../../codec/bigints.ts';
import { type Account, emptyAccount } from '../../solana/account.ts';
import type { Address } from '../../solana/address.ts';
import type { Commitment } from '../../solana/rpcWords.ts';
import { type Chain, isOn } from '../history/chain.ts';
import type { LedgerState } from '../state.ts';

/** An account that was set from outside. */
export interface AccountOverride {
  readonly address: Address;
  /** `always`: it is read at every commitment; `processed`: from the processed slot of that moment on */
  readonly from: 'always' | 'processed';
}

/**
 * Sets an account, or deletes it (null). Its states in slots ahead stay.
 *
 * @param from `always`: at every commitment at once, in place of all its states up to the processed tip; `processed`: from the
 *   processed slot on, or from the newest slot below it that was not dropped
 */
export function setAccount(
  state: LedgerState,
  address: Address,
  account: Account | null,
  from: AccountOverride['from'],
): LedgerState {
  const { processed } = state.chains;
  const accounts = [account ?? emptyAccount(address)];
  const changed =
    from === 'always'
      ? state.accounts.withReplaced(accounts, processed.tip)
      : state.accounts.withWrites(accounts, newestSlotOn(processed));
  return { ...state, accounts: changed };
}

/** The newest slot of a chain: its tip, unless the tip was set to a slot that was dropped. */
function newestSlotOn({ offChain, tip }: Chain): bigint {
  return maxOf(offChain.highestOutside(tip), 0n);
}

/**
 * Whether a commitment reads an account that was set.
 *
 * @param state the state after the account was set
 */
export function readsOverride({ chains }: LedgerState, { from }: AccountOverride, commitment: Commitment): boolean {
  return from === 'always' || isOn(chains[commitment], newestSlotOn(chains.processed));
}
