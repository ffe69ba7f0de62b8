import { decodeBase58 } from '../codec/base58.ts';
import { isJsonArray, isJsonObject, type JsonValue } from '../codec/json.ts';
import { rpcErrors } from '../errors.ts';
import { type Address, isMemoProgram } from '../model/address.ts';
import type { LedgerTransaction, OpaqueTransaction } from '../model/block.ts';
import { fullAccountKeys } from '../model/transaction.ts';
import { decodeRecorded } from '../model/wire.ts';
import { joinMemos, memoText } from './memo.ts';

/**
 * The memo of a transaction in whatever form it was recorded.
 *
 * Errors   notRecorded -32603 where a memo program was called and the recording does not hold its data
 */
export function memoOf(transaction: LedgerTransaction): string | null {
  if (transaction.kind === 'opaque') return opaqueMemo(transaction);
  if (!transaction.namesMemo) return null;
  return memoText(decodeRecorded(transaction).message, fullAccountKeys(transaction, transaction.meta?.loadedAddresses));
}

function opaqueMemo({ accountKeys, form, json, signature }: OpaqueTransaction): string | null {
  if (!accountKeys.some(isMemoProgram)) return null;
  const message = json?.message;
  if (form !== 'jsonParsed' || !isJsonObject(message) || !isJsonArray(message.instructions))
    throw rpcErrors.notRecorded(`Transaction ${signature}`, form, 'a list entry with its memo');
  return joinMemos(message.instructions.flatMap((instruction) => memoData(instruction, accountKeys)));
}

/** The bytes of one recorded instruction, if it is a memo: as its parsed text, or raw where that was no UTF-8. */
function memoData(instruction: JsonValue, accountKeys: readonly Address[]): Uint8Array[] {
  if (!isJsonObject(instruction)) return [];
  const { data, parsed, programId, programIdIndex } = instruction;
  // the contract names the program of what is not parsed by its index
  if (!isMemoProgram(programId ?? accountKeys[Number(programIdIndex)])) return [];
  if (typeof parsed === 'string') return [Buffer.from(parsed)];
  return typeof data === 'string' ? [decodeBase58(data)] : [];
}
