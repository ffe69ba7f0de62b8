import { type Address, INSTRUCTIONS_SYSVAR } from '../solana/address.ts';
import { codeAddressOf } from '../solana/programs/loaders.ts';
import type { AccountsView } from './accounts/bankAccounts.ts';
import type { RunnableTransaction } from './runnableTransaction.ts';

const LOOKUP_TABLE_BYTES = 8_248;

const ACCOUNT_OVERHEAD_BYTES = 64;

/**
 * The bytes of loaded accounts that a transaction is charged for.
 *
 * Source   agave 4.1 svm account_loader.rs load_transaction_accounts
 */
export function loadedAccountsDataSize({ keys, message }: RunnableTransaction, accounts: AccountsView): number {
  const counted = new Set<Address>(keys);
  let bytes = (message.addressTableLookups?.length ?? 0) * LOOKUP_TABLE_BYTES;
  for (const key of keys) {
    if (key === INSTRUCTIONS_SYSVAR) continue;
    const account = accounts.get(key);
    if (account === undefined) continue;
    bytes += ACCOUNT_OVERHEAD_BYTES + account.data.length;
    const code = codeAddressOf(account);
    const codeAccount = code === undefined || counted.has(code) ? undefined : accounts.get(code);
    if (codeAccount === undefined) continue;
    counted.add(codeAccount.address);
    bytes += ACCOUNT_OVERHEAD_BYTES + codeAccount.data.length;
  }
  return bytes;
}
