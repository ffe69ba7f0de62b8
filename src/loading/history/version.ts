import type { Cursor } from '../../document/cursor.ts';
import type { TransactionVersion } from '../../model/transaction.ts';

/** null if the recording has no version: the request allowed legacy transactions only, or the tool left it out. */
export function readVersion(at: Cursor): TransactionVersion | null | undefined {
  const { value } = at;
  if (at.isNothing) return null;
  return value === 'legacy' || value === 0 || value === 1 ? value : at.expected('"legacy", 0 or 1');
}

/** Finds the version by the members of the message: only v1 has a config, only v0 a list of lookup tables, which may be empty. */
export function versionByShape(message: Cursor): TransactionVersion {
  if (!message.member('transactionConfig').isNothing) return 1;
  return message.member('addressTableLookups').isNothing ? 'legacy' : 0;
}
