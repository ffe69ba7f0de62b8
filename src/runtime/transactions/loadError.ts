import {
  type Address,
  DEPRECATED_LOADER,
  LOADER_V2,
  LOADER_V4,
  NATIVE_LOADER,
  UPGRADEABLE_LOADER,
} from '../../model/address.ts';
import type { TransactionError } from '../../model/meta.ts';
import type { StandsFor } from '../../model/sendRule.ts';
import type { Bank, RunnableTransaction } from './transaction.ts';

/** Who may own a program. Source agave 4.1 svm PROGRAM_OWNERS */
const LOADERS: ReadonlySet<Address> = new Set([
  NATIVE_LOADER,
  UPGRADEABLE_LOADER,
  DEPRECATED_LOADER,
  LOADER_V2,
  LOADER_V4,
]);

/**
 * Null: every program can be called, and the accounts are not too large.
 *
 * @param standsFor a program that is not run, and need not be there
 */
export function loadErrorOf(
  { keys, maxLoadedBytes, message }: RunnableTransaction,
  { accounts, isStrict }: Bank,
  size: number,
  standsFor: StandsFor | undefined,
): TransactionError | null {
  if (BigInt(size) > maxLoadedBytes) return 'MaxLoadedAccountsDataSizeExceeded';
  for (const { programIdIndex } of message.instructions) {
    const key = keys[programIdIndex]!;
    if (key === standsFor) continue;
    const program = accounts.get(key);
    if (program === undefined && isStrict) return 'ProgramAccountNotFound';
    if (program !== undefined && !LOADERS.has(program.owner)) return 'InvalidProgramForExecution';
  }
  return null;
}
