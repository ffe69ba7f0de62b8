import { U64_MAX } from '../codec/bigints.ts';
import { type Account, sameAccount } from '../solana/account.ts';
import { type Address, SYSTEM_PROGRAM, VOTE_PROGRAM } from '../solana/address.ts';
import type { Changes } from './accounts/changes.ts';
import type { Bank } from './bank.ts';
import { LOADERS } from './loadErrors.ts';
import type { RunnableTransaction } from './runnableTransaction.ts';

/**
 * The accounts that a successful transaction stores: as they were loaded, with the changes of its instructions.
 * @module
 */

/**
 * Adds to the changes every existing writable account as it was loaded, because a successful transaction stores them all. A called
 * program is not added, unless it is also an account of an instruction. From 4.2 on, `forgetUntouched` removes the unchanged ones again.
 *
 * Source   agave 4.1 account_saver.rs collect_accounts_for_successful_tx; svm account_loader.rs load_transaction_account
 */
export function withLoadedAccounts(
  { isWritable, keys, message: { instructions } }: RunnableTransaction,
  bank: Bank,
  changes: Changes,
): Changes {
  for (const [index, key] of keys.entries()) {
    const account = isWritable(index) ? bank.accounts.get(key) : undefined;
    if (account === undefined) continue;
    const isCalled = instructions.some(({ programIdIndex }) => programIdIndex === index);
    if (!isCalled || instructions.some(({ accounts }) => accounts.includes(index)))
      changes.set(withExemptRentEpoch(account, bank));
  }
  return changes;
}

/** Owners of accounts that are not BPF programs. */
const NATIVE_OWNERS: ReadonlySet<Address> = new Set([SYSTEM_PROGRAM, VOTE_PROGRAM, ...LOADERS]);

/**
 * Removes unchanged accounts from the changes. The payer counts as changed, and so does an account that was passed to the BPF program
 * which owns it: its data is copied back in any case.
 *
 * Source   agave 4.2 account_saver.rs, svm account_loader.rs update_accounts_for_successful_tx; program-runtime serialization.rs
 */
export function forgetUntouched(
  { keys, message: { instructions } }: RunnableTransaction,
  { accounts }: Bank,
  changes: Changes,
): void {
  const isPassedTo = (program: Address, index: number) =>
    instructions.some(
      (instruction) => keys[instruction.programIdIndex] === program && instruction.accounts.includes(index),
    );
  for (const [index, key] of keys.entries()) {
    const before = accounts.get(key);
    const after = changes.get(key);
    if (index === 0 || before === undefined || after === undefined) continue;
    const isCopied = !NATIVE_OWNERS.has(after.owner) && isPassedTo(after.owner, index);
    if (!isCopied && sameAccount(before, { ...after, rentEpoch: before.rentEpoch })) changes.forget(key);
  }
}

/** A rent-exempt account gets the rent epoch u64::MAX. */
export function withExemptRentEpoch(account: Account, { minimumBalance }: Bank): Account {
  const isKept = account.rentEpoch === U64_MAX || account.lamports < minimumBalance(account.data.length);
  return isKept ? account : { ...account, rentEpoch: U64_MAX };
}
