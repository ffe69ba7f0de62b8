import { U64_MAX } from '../../codec/u64.ts';
import type { Account } from '../../model/account.ts';
import type { Changes } from '../accounts/accounts.ts';
import type { Bank, RunnableTransaction } from './transaction.ts';

/**
 * What a transaction that succeeds stores, whether it changes it or not, as it is loaded: each account that it may write and that is
 * there. A program that is called and not passed to any is left out.
 *
 * Source   agave 4.1 account_saver.rs collect_accounts_for_successful_tx; svm account_loader.rs load_transaction_account
 */
export function withStored(
  { isWritable, keys, message: { instructions } }: RunnableTransaction,
  bank: Bank,
  changes: Changes,
): Changes {
  for (const [index, key] of keys.entries()) {
    const account = isWritable(index) ? bank.accounts.get(key) : undefined;
    if (account === undefined) continue;
    const isCalled = instructions.some(({ programIdIndex }) => programIdIndex === index);
    if (!isCalled || instructions.some(({ accounts }) => accounts.includes(index))) changes.set(marked(account, bank));
  }
  return changes;
}

/** Who has enough for the rent is marked as somebody who never pays any. */
export function marked(account: Account, { minimumBalance }: Bank): Account {
  const isLeft = account.rentEpoch === U64_MAX || account.lamports < minimumBalance(account.data.length);
  return isLeft ? account : { ...account, rentEpoch: U64_MAX };
}
