import { ByteReader } from '../../codec/byteReader.ts';
import type { Address } from '../../model/address.ts';
import { nextNonce } from '../../model/durableNonce.ts';
import { readAddress } from '../../model/wireParts.ts';
import type { Changes } from '../accounts/accounts.ts';
import { nonceBytes } from '../accounts/layouts.ts';

const AUTHORITY_OFFSET = 8;

/** The nonce of a transaction advances even where the transaction fails. Source agave 4.1 svm rollback_accounts.rs */
export function advanceAnyway(address: Address, accounts: Changes): void {
  const account = accounts.get(address);
  if (account === undefined) return;
  const authority = readAddress(new ByteReader(account.data, AUTHORITY_OFFSET));
  accounts.set({ ...account, data: nonceBytes(authority, nextNonce(accounts.moment.parentHash)) });
}
