/**
 * The errors that rules for sent transactions give: each outcome has its own.
 * @module
 */
import { isJsonObject } from '../../codec/json.ts';
import type { Cursor } from '../../document/cursor.ts';
import { didYouMean } from '../../document/didYouMean.ts';
import { presentOf, readMembers } from '../../document/members.ts';
import { readTexts, readU8, readU32, readU64 } from '../../document/readers.ts';
import { readTransactionError } from '../../document/transactionError.ts';
import { EXECUTED_ERRORS, FEES_ONLY_ERRORS, REFUSING_ERRORS } from '../../model/errorClasses.ts';
import { INSTRUCTION_ERRORS } from '../../model/errorTexts.ts';
import type { TransactionError } from '../../model/meta.ts';
import type { SendOutcome } from '../../model/sendRule.ts';
import { inFile } from '../../runtime/hints.ts';

/** The error that has the index of an account with it. */
const RENT = 'InsufficientFundsForRent';

type Failure = Extract<SendOutcome, { kind: 'fail' }>;

/** An error of one instruction, or of the whole transaction. */
type ExecutedError = { readonly reason: string } | { readonly err: TransactionError };

const FAILURE_MEMBERS = {
  custom: readU32,
  error: readExecutedError,
  instruction: readU8,
  logs: readTexts,
  units: readU64,
};

/** `{custom | error, instruction?, logs?, units?}` */
export function readFailure(at: Cursor): Omit<Failure, 'kind' | 'isLate'> | undefined {
  const read = readMembers(at, FAILURE_MEMBERS);
  if (read === undefined) return undefined;
  if (at.member('custom').isNothing === at.member('error').isNothing) return at.expected('either custom or error');
  const { custom, error, instruction, logs, units } = read;
  const besides = presentOf({ logs, units });
  if (error !== undefined && 'err' in error) {
    if (at.member('instruction').value === undefined) return { err: error.err, ...besides };
    return at.member('instruction').refuse('it is the whole transaction that has this error, and no instruction');
  }
  const reason = custom === undefined ? error?.reason : { Custom: custom };
  return reason === undefined ? undefined : { err: { InstructionError: [instruction ?? 0, reason] }, ...besides };
}

/** Of a transaction that was run. */
function readExecutedError(at: Cursor): ExecutedError | undefined {
  if (isJsonObject(at.value)) return withErr(readRentError(at));
  const name = nameIn(at, EXECUTED_ERRORS);
  if (name !== undefined) return { err: name };
  const reason = nameIn(at, INSTRUCTION_ERRORS);
  if (reason !== undefined) return { reason };
  const hint = hintFor(at, [...INSTRUCTION_ERRORS, ...EXECUTED_ERRORS]) ?? `a code of a program is ${inFile('custom')}`;
  return at.expected('the name of an InstructionError', hint);
}

/** Of a transaction that is never in a block. */
export function readRefusal(at: Cursor): TransactionError | undefined {
  if (isJsonObject(at.value)) return readRentError(at);
  return nameIn(at, REFUSING_ERRORS) ?? refuseOther(at, 'an error that pays no fee', REFUSING_ERRORS);
}

/** Of a transaction that pays its fee, and is not run. */
export function readFeesOnlyError(at: Cursor): TransactionError | undefined {
  return nameIn(at, FEES_ONLY_ERRORS) ?? refuseOther(at, 'an error that pays only the fee', FEES_ONLY_ERRORS);
}

function refuseOther(at: Cursor, what: string, names: readonly string[]): undefined {
  return at.expected(what, hintFor(at, names) ?? `there are ${names.join(', ')}`);
}

function readRentError(at: Cursor): TransactionError | undefined {
  if (at.member(RENT).value === undefined || at.members().length > 1)
    return at.expected(`a name, or {"${RENT}": {"account_index": 0}}`);
  return readTransactionError(at);
}

function withErr(err: TransactionError | undefined): ExecutedError | undefined {
  return err === undefined ? undefined : { err };
}

function nameIn<T extends string>({ value }: Cursor, names: readonly T[]): T | undefined {
  return names.find((name) => name === value);
}

/** The outcome that the error belongs to, or the name that was meant. */
function hintFor({ value }: Cursor, names: readonly string[]): string | undefined {
  if (typeof value !== 'string') return undefined;
  const isIn = (list: readonly string[]) => list.includes(value);
  if (isIn(REFUSING_ERRORS)) return `it keeps a transaction out of blocks: {"refuse": "${value}"}`;
  if (isIn(FEES_ONLY_ERRORS)) return `nothing is run then: {"feesOnly": "${value}"}`;
  if (isIn(EXECUTED_ERRORS) || isIn(INSTRUCTION_ERRORS))
    return `it is found by running: {"fail": {"error": "${value}"}}`;
  return didYouMean(value, names);
}
