import { isJsonObject } from '../../codec/jsonText.ts';
import { didYouMean, suggest } from '../../codec/suggest.ts';
import { NO_INVALID_FEE_PAYERS } from '../../gates.ts';
import type { IdlPrograms } from '../../runtime/names/programNames.ts';
import { accountIndex, type FailureCause, instructionErrorName } from '../../script/format/failures.ts';
import {
  EXECUTED_ERRORS,
  FEES_ONLY_ERRORS,
  isNeverRanError,
  NEVER_RAN_ERRORS,
  REFUSING_ERRORS,
} from '../../solana/errorEffects.ts';
import { errorsOf } from '../../solana/idl/describe.ts';
import type { TransactionError } from '../../solana/meta.ts';
import { INSTRUCTION_ERRORS } from '../../solana/transactionErrors.ts';
import type { Cursor } from '../../syntax/cursor.ts';
import { inFile } from '../../syntax/hintParts.ts';
import { isQualified } from '../../syntax/qualifiedName.ts';
import { anyOf, json, object, oneOf } from '../../syntax/syntax.ts';
import { readTransactionError } from '../../syntax/transactionError.ts';
import { type RuleContext, withRuleContext } from './ruleContext.ts';

/**
 * The errors of outcomes: each belongs to a stage of a transaction, and one of another stage is refused with the outcome that takes it.
 * @module
 */

/** The error that carries the index of an account. */
const RENT = 'InsufficientFundsForRent';

export const rentError = object({ InsufficientFundsForRent: accountIndex });

/** The error of a transaction that is never in a block. */
export const refusal = withRuleContext(readRefusal, anyOf<unknown>(json(), oneOf(REFUSING_ERRORS), rentError));

/** The error of a transaction in a block whose payer cannot pay. */
export const neverRanError = withRuleContext(
  readNeverRanError,
  anyOf<unknown>(json(), oneOf(NEVER_RAN_ERRORS), rentError),
);

/** The error of a transaction that pays its fee, and is not run. */
export const feesOnlyError = withRuleContext(readFeesOnlyError, oneOf(FEES_ONLY_ERRORS));

/** The error of an instruction, or of the whole transaction after its instructions. */
export const executedErrorName = anyOf<unknown>(json(), oneOf(EXECUTED_ERRORS), instructionErrorName);

/** Reads the error of a transaction that was run. */
export function readExecutedError(at: Cursor, { names }: RuleContext): FailureCause | undefined {
  const { value } = at;
  if (typeof value === 'string' && isQualified(value)) return { kind: 'named', error: { value, at } };
  const err = isJsonObject(value) ? readRentError(at) : nameIn(at, EXECUTED_ERRORS);
  if (err !== undefined) return { kind: 'transactionError', err };
  if (isJsonObject(value)) return undefined;
  const reason = nameIn(at, INSTRUCTION_ERRORS);
  if (reason !== undefined) return { kind: 'instructionError', reason };
  const hint =
    programHint(at, names.programs) ??
    hintFor(at, [...INSTRUCTION_ERRORS, ...EXECUTED_ERRORS]) ??
    `a code of a program is ${inFile('custom')}`;
  return at.expected('the name of an InstructionError', hint);
}

function readRefusal(at: Cursor): TransactionError | undefined {
  if (isJsonObject(at.value)) return readRentError(at);
  return nameIn(at, REFUSING_ERRORS) ?? refuseOther(at, 'an error that pays no fee', REFUSING_ERRORS);
}

function readNeverRanError(at: Cursor, { hasInvalidFeePayers }: RuleContext): TransactionError | undefined {
  if (!hasInvalidFeePayers) return at.refuse(NO_INVALID_FEE_PAYERS);
  const err = isJsonObject(at.value) ? readRentError(at) : nameIn(at, NEVER_RAN_ERRORS);
  if (err !== undefined && isNeverRanError(err)) return err;
  if (err !== undefined) return at.refuse('it is the payer, account 0, that cannot pay');
  return isJsonObject(at.value) ? undefined : refuseOther(at, 'an error of the payer', NEVER_RAN_ERRORS);
}

function readFeesOnlyError(at: Cursor): TransactionError | undefined {
  return nameIn(at, FEES_ONLY_ERRORS) ?? refuseOther(at, 'an error that pays only the fee', FEES_ONLY_ERRORS);
}

function refuseOther(at: Cursor, expected: string, names: readonly string[]): undefined {
  return at.expected(expected, hintFor(at, names) ?? `there are ${names.join(', ')}`);
}

function readRentError(at: Cursor): TransactionError | undefined {
  if (at.member(RENT).value === undefined || at.members().length > 1)
    return at.expected(`a name, or {"${RENT}": {"account_index": 0}}`);
  return readTransactionError(at);
}

function nameIn<T extends string>({ value }: Cursor, names: readonly T[]): T | undefined {
  return names.find((name) => name === value);
}

/** The hint for an error of an IDL that was written without its program, such as `SlippageExceeded`. */
function programHint({ value }: Cursor, programs: IdlPrograms): string | undefined {
  const program = [...programs.values()].find(({ idl }) => errorsOf(idl).some(({ name }) => name === value));
  return program && didYouMean(`"${program.name}.${value}"`);
}

/** The outcome that the error belongs to, or the name that was meant. */
function hintFor({ value }: Cursor, names: readonly string[]): string | undefined {
  if (typeof value !== 'string') return undefined;
  const isIn = (list: readonly string[]) => list.includes(value);
  if (isIn(REFUSING_ERRORS)) return `it keeps a transaction out of blocks: {"refuse": "${value}"}`;
  if (isIn(FEES_ONLY_ERRORS)) return `nothing is run then: {"feesOnly": "${value}"}`;
  if (isIn(EXECUTED_ERRORS) || isIn(INSTRUCTION_ERRORS))
    return `it is found by running: {"fail": {"error": "${value}"}}`;
  return suggest(value, names);
}
