import { decodeBase58 } from '../../codec/base58.ts';
import { isJsonArray, isJsonObject, type JsonValue } from '../../codec/jsonText.ts';
import { utf8Text } from '../../codec/text.ts';
import { rpcErrors } from '../../errors.ts';
import type { NodeVersion } from '../../nodeVersion.ts';
import { type Address, isAnyMemoProgram, isMemoProgram } from '../../solana/address.ts';
import type { LedgerTransaction, OpaqueTransaction } from '../../solana/block.ts';
import { fullAccountKeys, type Message } from '../../solana/transaction.ts';
import { decodeRecorded } from '../../solana/wire.ts';

/**
 * The `memo` of getSignaturesForAddress: each top-level memo as `[bytes] text`, joined with `; `; null where there is none.
 *
 * @param accountKeys the full list, loaded addresses included
 * Source   agave 4.1 transaction-status extract_memos
 */
export function memoText(
  message: Message,
  accountKeys: readonly Address[],
  version: Pick<NodeVersion, 'readsMemo4'>,
): string | null {
  const isMemo = memoProgramsOf(version);
  const memos = message.instructions.filter(({ programIdIndex }) => isMemo(accountKeys[programIdIndex]));
  return joinMemos(memos.map(({ data }) => data));
}

function joinMemos(memos: readonly Uint8Array[]): string | null {
  if (memos.length === 0) return null;
  return memos.map((data) => `[${data.length}] ${utf8Text(data) ?? '(unparseable)'}`).join('; ');
}

/**
 * The memo of a transaction in whatever form it was recorded.
 *
 * Errors   notRecorded -32603 where a memo program was called and the recording does not hold its data
 */
export function memoOf(transaction: LedgerTransaction, version: NodeVersion): string | null {
  if (transaction.kind === 'opaque') return opaqueMemo(transaction, memoProgramsOf(version));
  if (!transaction.namesMemo) return null;
  return memoText(
    decodeRecorded(transaction).message,
    fullAccountKeys(transaction, transaction.meta?.loadedAddresses),
    version,
  );
}

type IsMemo = (program: unknown) => boolean;

function memoProgramsOf({ readsMemo4 }: Pick<NodeVersion, 'readsMemo4'>): IsMemo {
  return readsMemo4 ? isAnyMemoProgram : isMemoProgram;
}

function opaqueMemo({ accountKeys, form, json, signature }: OpaqueTransaction, isMemo: IsMemo): string | null {
  if (!accountKeys.some(isMemo)) return null;
  const message = json?.message;
  if (form !== 'jsonParsed' || !isJsonObject(message) || !isJsonArray(message.instructions))
    throw rpcErrors.notRecorded(`Transaction ${signature}`, form, 'a list entry with its memo');
  return joinMemos(message.instructions.flatMap((instruction) => memoData(instruction, accountKeys, isMemo)));
}

/** The bytes of one recorded instruction, if it is a memo: as its parsed text, or raw where it was not UTF-8. */
function memoData(instruction: JsonValue, accountKeys: readonly Address[], isMemo: IsMemo): Uint8Array[] {
  if (!isJsonObject(instruction)) return [];
  const { data, parsed, programId, programIdIndex } = instruction;
  // the contract names the program of what is not parsed by its index
  if (!isMemo(programId ?? accountKeys[Number(programIdIndex)])) return [];
  if (typeof parsed === 'string') return [Buffer.from(parsed)];
  return typeof data === 'string' ? [decodeBase58(data)] : [];
}
