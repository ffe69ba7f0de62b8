/**
 * How a transaction failed, as people write it: `{custom: 6001, instruction: 0}`, `"InsufficientFundsForFee"`, or as the node does.
 *
 * Source   solana transaction-error 3.2, instruction-error 2.3
 * @module
 */
import { isJsonObject } from '../../codec/json.ts';
import type { Cursor } from '../../document/cursor.ts';
import { didYouMean } from '../../document/didYouMean.ts';
import { readMembers } from '../../document/members.ts';
import { readText, readU8, readU32 } from '../../document/readers.ts';
import { readTransactionError } from '../../document/transactionError.ts';
import { INSTRUCTION_ERRORS, TRANSACTION_ERRORS } from '../../model/errorTexts.ts';
import type { TransactionError } from '../../model/meta.ts';
import { inFile } from '../../runtime/hints.ts';

export const ERROR_MEMBERS = { custom: readU32, error: readInstructionErrorName, instruction: readU8 };

export function readError(at: Cursor): TransactionError | undefined {
  if (typeof at.value === 'string') return readErrorName(at, at.value);
  const isOurs = isJsonObject(at.value) && Object.keys(ERROR_MEMBERS).some((name) => !at.member(name).isNothing);
  return isOurs ? readInstructionError(at) : readTransactionError(at);
}

/** A name of either kind; that of an instruction's error means the first instruction. */
function readErrorName(at: Cursor, name: string): TransactionError | undefined {
  if (isOneOf(TRANSACTION_ERRORS, name)) return name;
  if (isOneOf(INSTRUCTION_ERRORS, name)) return { InstructionError: [0, name] };
  return at.expected(
    'the name of a TransactionError or of an InstructionError',
    didYouMean(name, [...TRANSACTION_ERRORS, ...INSTRUCTION_ERRORS]) ?? `a code of a program is ${inFile('custom')}`,
  );
}

/** `{custom, instruction?}` or `{error, instruction?}` */
function readInstructionError(at: Cursor): TransactionError | undefined {
  const read = readMembers(at, ERROR_MEMBERS);
  if (read === undefined) return undefined;
  if (at.member('custom').isNothing === at.member('error').isNothing) return at.expected('either custom or error');
  const error = read.custom === undefined ? read.error : { Custom: read.custom };
  return error === undefined ? undefined : { InstructionError: [read.instruction ?? 0, error] };
}

function readInstructionErrorName(at: Cursor): string | undefined {
  const name = readText(at);
  if (name === undefined || isOneOf(INSTRUCTION_ERRORS, name)) return name;
  return at.expected('the name of an InstructionError', didYouMean(name, INSTRUCTION_ERRORS));
}

function isOneOf(names: readonly string[], name: string): boolean {
  return names.includes(name);
}
