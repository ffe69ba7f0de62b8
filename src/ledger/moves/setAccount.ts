import type { Account } from '../../model/account.ts';
import type { Address } from '../../model/address.ts';
import type { LedgerState } from '../state.ts';

/**
 * Sets an account, or deletes it (null).
 *
 * @param from `always`: at every commitment at once, in place of all its states up to the processed tip; `processed`: from the
 *   processed slot on
 */
export function setAccount(
  _state: LedgerState,
  _address: Address,
  _account: Account | null,
  _from: 'always' | 'processed',
): LedgerState {
  throw new Error('not built yet');
}
