import { isJsonArray, isJsonObject, type JsonValue } from '../../codec/jsonText.ts';
import { failedProgramOf } from '../../rpc/encoding/describedTransaction.ts';
import { messageInstructions } from '../../rpc/encoding/recordedInstructions.ts';
import { instructionName } from '../../rpc/sending/sendMatch.ts';
import { systemErrorName } from '../../runtime/programs/system/systemErrors.ts';
import { tokenErrorName } from '../../runtime/programs/token/tokenErrors.ts';
import { type Address, isTokenProgram, SYSTEM_PROGRAM } from '../../solana/address.ts';
import type { LedgerTransaction } from '../../solana/block.ts';
import { type DescribedError, failedInstructionText } from '../../solana/idl/describeError.ts';
import { instructionErrorText, transactionErrorText } from '../../solana/transactionErrors.ts';

/** The error of a transaction as a sentence: `instruction 0 (system transfer) failed: ResultWithNegativeLamports (1)`. @module */

/** The sentence about the error of a transaction; null: the transaction did not fail. */
export function failureSentence(transaction: LedgerTransaction, described: DescribedError | null): string | null {
  const { err } = transaction;
  if (err === null) return null;
  if (described !== null) return failedInstructionText(described);
  const parts = isJsonObject(err) ? err.InstructionError : undefined;
  if (!isJsonArray(parts)) return namedText(typeof err === 'string' ? err : '', transactionErrorText(err));
  const [index, reason] = parts;
  const read = messageInstructions(transaction).find((instruction) => instruction.index === Number(index));
  const name = read && instructionName(read);
  const program = failedProgramOf(transaction) ?? read?.programId;
  return `instruction ${index}${name === undefined ? '' : ` (${name})`} failed: ${reasonText(reason, program)}`;
}

function reasonText(reason: JsonValue | undefined, program: Address | undefined): string {
  const code = isJsonObject(reason) ? reason.Custom : undefined;
  if (typeof code !== 'number') return namedText(String(reason), instructionErrorText(reason));
  const name = program === undefined ? undefined : nameOfCode(code, program);
  return name === undefined ? `custom error ${code} (0x${code.toString(16)})` : `${name} (${code})`;
}

function nameOfCode(code: number, program: Address): string | undefined {
  if (program === SYSTEM_PROGRAM) return systemErrorName(code);
  return isTokenProgram(program) ? tokenErrorName(code) : undefined;
}

function namedText(name: string, text: string): string {
  return name === '' || name === text ? text : `${name}, "${text}"`;
}
