import type { Address } from '../../model/address.ts';
import type { Changes } from '../accounts/accounts.ts';
import { currentNonce, nonceOf, writeNonce } from '../programs/system/nonce.ts';

/** The nonce of a transaction advances even where the transaction fails. Source agave 4.1 svm rollback_accounts.rs */
export function advanceAnyway(address: Address, accounts: Changes): void {
  const { authority } = nonceOf(accounts, address);
  accounts.set({ ...accounts.get(address)!, data: writeNonce(currentNonce(accounts, authority)) });
}
