import { accountKeysOf } from './accountKeys.ts';
import type { Address } from './address.ts';
import type { WireTransaction } from './block.ts';
import { fullAccountKeys } from './transaction.ts';
import { decodeRecorded } from './wire.ts';

/** The candidates that a transaction may write, also loaded ones. */
export function writtenAccounts(transaction: WireTransaction, candidates: ReadonlySet<Address>): readonly Address[] {
  const loaded = transaction.meta?.loadedAddresses;
  if (candidates.size === 0 || !fullAccountKeys(transaction, loaded).some((key) => candidates.has(key))) return [];
  const { keys, isWritable } = accountKeysOf(decodeRecorded(transaction).message, loaded);
  return keys.filter((key, index) => candidates.has(key) && isWritable(index));
}
