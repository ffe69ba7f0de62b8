import {
  type Address,
  DEPRECATED_LOADER,
  LOADER_V2,
  LOADER_V4,
  NATIVE_LOADER,
  UPGRADEABLE_LOADER,
} from '../solana/address.ts';
import type { TransactionError } from '../solana/meta.ts';
import type { Bank } from './bank.ts';
import type { StandsFor } from './outcome.ts';
import type { RunnableTransaction } from './runnableTransaction.ts';

/** Valid owners of programs. Source agave 4.1 svm PROGRAM_OWNERS */
export const LOADERS: ReadonlySet<Address> = new Set([
  NATIVE_LOADER,
  UPGRADEABLE_LOADER,
  DEPRECATED_LOADER,
  LOADER_V2,
  LOADER_V4,
]);

/**
 * The reason why the accounts of a transaction cannot be loaded; null: they can.
 *
 * @param standsFor a program that does not run and may be missing
 */
export function loadErrorOf(
  { keys, maxLoadedBytes, message }: RunnableTransaction,
  { accounts, mustExist }: Bank,
  size: number,
  standsFor: StandsFor | undefined,
): TransactionError | null {
  if (BigInt(size) > maxLoadedBytes) return 'MaxLoadedAccountsDataSizeExceeded';
  for (const { programIdIndex } of message.instructions) {
    const key = keys[programIdIndex]!;
    if (key === standsFor) continue;
    const program = accounts.get(key);
    if (program === undefined && mustExist(key)) return 'ProgramAccountNotFound';
    if (program !== undefined && !LOADERS.has(program.owner)) return 'InvalidProgramForExecution';
  }
  return null;
}
