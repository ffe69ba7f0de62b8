import { ByteReader } from '../../codec/byteReader.ts';
import type { Account } from '../../model/account.ts';
import { type Address, UPGRADEABLE_LOADER } from '../../model/address.ts';
import { readAddress } from '../../model/wireParts.ts';
import type { AccountsView } from '../accounts/accounts.ts';
import { INSTRUCTIONS_SYSVAR } from './instructionsSysvar.ts';
import type { RunnableTransaction } from './transaction.ts';

const BYTES_OF_TABLE = 8_248;
const BYTES_OF_ACCOUNT = 64;
/** tag and address of the account that has the code */
const PROGRAM_BYTES = 36;
const PROGRAM_TAG = 2;

/**
 * Bytes that the accounts of a transaction count.
 *
 * Source   agave 4.1 svm account_loader.rs load_transaction_accounts
 */
export function loadedAccountsDataSize({ keys, message }: RunnableTransaction, accounts: AccountsView): number {
  const counted = new Set<Address>(keys);
  let bytes = (message.addressTableLookups?.length ?? 0) * BYTES_OF_TABLE;
  for (const key of keys) {
    if (key === INSTRUCTIONS_SYSVAR) continue;
    const account = accounts.get(key);
    if (account === undefined) continue;
    bytes += BYTES_OF_ACCOUNT + account.data.length;
    const code = codeAddress(account);
    const codeAccount = code === undefined || counted.has(code) ? undefined : accounts.get(code);
    if (codeAccount === undefined) continue;
    counted.add(codeAccount.address);
    bytes += BYTES_OF_ACCOUNT + codeAccount.data.length;
  }
  return bytes;
}

/** Where the code of a program is, if it is in another account. */
function codeAddress({ data, owner }: Account): Address | undefined {
  if (owner !== UPGRADEABLE_LOADER || data.length < PROGRAM_BYTES) return undefined;
  const reader = new ByteReader(data);
  return reader.u32() === PROGRAM_TAG ? readAddress(reader) : undefined;
}
