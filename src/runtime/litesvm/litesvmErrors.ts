import type { JsonValue } from '../../codec/jsonText.ts';
import type { TransactionError } from '../../solana/meta.ts';
import { INSTRUCTION_ERRORS, TRANSACTION_ERRORS } from '../../solana/transactionErrors.ts';

/** The last error in LiteSVM's order, which has data in the node. Source litesvm 1.5 InstructionErrorFieldless */
const WITH_DATA = 'BorshIoError';
/** An error of Agave 4.4, which LiteSVM has no number for. */
const NEWER = 'BailOut';
const INSTRUCTION_ERRORS_BY_NUMBER = [
  ...INSTRUCTION_ERRORS.filter((name) => name !== WITH_DATA && name !== NEWER),
  WITH_DATA,
];

/** An error of LiteSVM: a number, or an object whose class is its name. */
export type LiteSvmError = number | object;

interface Fields {
  readonly index?: number;
  readonly accountIndex?: number;
  readonly code?: number;
  err?(): LiteSvmError;
}

/** The error in its form on the wire. */
export function transactionErrorOf(error: LiteSvmError): TransactionError {
  if (typeof error === 'number') return knownName(TRANSACTION_ERRORS[error], error);
  const { accountIndex, err, index } = error as Fields;
  switch (error.constructor.name) {
    case 'TransactionErrorInstructionError':
      return { InstructionError: [index!, instructionErrorOf(err!.call(error))] };
    case 'TransactionErrorInsufficientFundsForRent':
      return { InsufficientFundsForRent: { account_index: accountIndex! } };
    case 'TransactionErrorDuplicateInstruction':
      return { DuplicateInstruction: index! };
    case 'TransactionErrorProgramExecutionTemporarilyRestricted':
      return { ProgramExecutionTemporarilyRestricted: { account_index: accountIndex! } };
    default:
      return knownName(undefined, error);
  }
}

function instructionErrorOf(error: LiteSvmError): JsonValue {
  if (typeof error === 'number') return knownName(INSTRUCTION_ERRORS_BY_NUMBER[error], error);
  const { code } = error as Fields;
  return code === undefined ? WITH_DATA : { Custom: code };
}

function knownName(name: string | undefined, error: LiteSvmError): string {
  if (name === undefined) throw new TypeError(`litesvm has an error that this version does not know: ${String(error)}`);
  return name;
}
