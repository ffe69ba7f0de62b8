import type { Cursor } from '../../document/cursor.ts';
import type { TransactionVersion } from '../../model/transaction.ts';

/** null where the recording does not say: it was asked for legacy transactions only, or by a tool that leaves it out. */
export function readVersion(at: Cursor): TransactionVersion | null | undefined {
  const { value } = at;
  if (at.isNothing) return null;
  return value === 'legacy' || value === 0 || value === 1 ? value : at.expected('"legacy", 0 or 1');
}

/** The version that a message's members tell: only v1 has a config, only v0 a list (be it empty) of lookup tables. */
export function versionByShape(message: Cursor): TransactionVersion {
  if (!message.member('transactionConfig').isNothing) return 1;
  return message.member('addressTableLookups').isNothing ? 'legacy' : 0;
}
