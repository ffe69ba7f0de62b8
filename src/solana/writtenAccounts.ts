import { accountKeysOf } from './accountKeys.ts';
import type { Address } from './address.ts';
import type { WireTransaction } from './block.ts';
import { fullAccountKeys } from './transaction.ts';
import { decodeRecorded } from './wire.ts';

/** The wanted accounts that a transaction may write, loaded ones too. */
export function writtenAccounts(transaction: WireTransaction, wanted: ReadonlySet<Address>): readonly Address[] {
  const loaded = transaction.meta?.loadedAddresses;
  if (wanted.size === 0 || !fullAccountKeys(transaction, loaded).some((key) => wanted.has(key))) return [];
  const { keys, isWritable } = accountKeysOf(decodeRecorded(transaction).message, loaded);
  return keys.filter((key, index) => wanted.has(key) && isWritable(index));
}
