import { utf8Text } from '../codec/utf8.ts';
import { type Address, isMemoProgram } from '../model/address.ts';
import type { Message } from '../model/transaction.ts';

/**
 * The `memo` of getSignaturesForAddress: each top-level memo as `[bytes] text`, joined with `; `; null where there is none.
 *
 * @param accountKeys the full list, loaded addresses included
 * Source   agave 4.1 transaction-status extract_memos
 */
export function memoText(message: Message, accountKeys: readonly Address[]): string | null {
  const memos = message.instructions.filter(({ programIdIndex }) => isMemoProgram(accountKeys[programIdIndex]));
  return joinMemos(memos.map(({ data }) => data));
}

export function joinMemos(memos: readonly Uint8Array[]): string | null {
  if (memos.length === 0) return null;
  return memos.map((data) => `[${data.length}] ${utf8Text(data) ?? '(unparseable)'}`).join('; ');
}
