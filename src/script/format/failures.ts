import { isJsonObject, type JsonValue } from '../../codec/jsonText.ts';
import { suggest } from '../../codec/suggest.ts';
import { isNeverRanError, NEVER_RAN_ERRORS } from '../../solana/errorEffects.ts';
import type { ErrorOrigin } from '../../solana/idl/programLogs.ts';
import type { TransactionError } from '../../solana/meta.ts';
import { INSTRUCTION_ERRORS, TRANSACTION_ERRORS } from '../../solana/transactionErrors.ts';
import type { Cursor } from '../../syntax/cursor.ts';
import { inFile } from '../../syntax/hintParts.ts';
import { presentOf } from '../../syntax/members.ts';
import { isQualified } from '../../syntax/qualifiedName.ts';
import { readText } from '../../syntax/readers.ts';
import {
  anyOf,
  described,
  named,
  object,
  oneOf,
  optional,
  type PartsOf,
  readParts,
  syntax,
  text,
  u8,
  u32,
} from '../../syntax/syntax.ts';
import { readTransactionError } from '../../syntax/transactionError.ts';
import type { Located } from '../../syntax/values.ts';
import { qualifiedName } from './programs.ts';

/**
 * The failure of a transaction as people write it: `{custom: 6001, instruction: 0}`, `"InsufficientFundsForFee"`,
 * `"market.SlippageExceeded"`, or the form of a node.
 *
 * Source   solana transaction-error 3.2, instruction-error 2.3
 * @module
 */

/** An error of a program with an IDL, by its name. */
export interface NamedError {
  /** `market.SlippageExceeded` */
  readonly error: Located<string>;
  /** index; undefined: the first one that calls the program */
  readonly instruction: number | undefined;
  readonly origin: ErrorOrigin;
  /** place of the origin */
  readonly originAt: Cursor | undefined;
}

/** The failure of a transaction. */
export type FailureNode =
  | { readonly kind: 'known'; readonly err: TransactionError }
  | ({ readonly kind: 'named' } & NamedError);

/** The cause of a failure: an error of an instruction, of the whole transaction, or of a program with an IDL. */
export type FailureCause = KnownCause | { readonly kind: 'named'; readonly error: Located<string> };

type KnownCause =
  | { readonly kind: 'instructionError'; readonly reason: JsonValue }
  | { readonly kind: 'transactionError'; readonly err: TransactionError };

export const instructionErrorName = named(
  'instructionErrorName',
  syntax(readInstructionErrorName, { enum: INSTRUCTION_ERRORS }),
);
const transactionErrorName = named('transactionErrorName', syntax(readText, { enum: TRANSACTION_ERRORS }));
export const instructionIndex = optional(u8, 'index; default 0');

const ERROR_MEMBERS = {
  custom: optional(u32),
  error: optional(instructionErrorName),
  instruction: instructionIndex,
};
/** Members of an error of a program with an IDL: `account` and `source` say where it comes from. */
export const NAMED_ERROR_MEMBERS = {
  instruction: optional(u8, 'index; default: the first one that calls the program'),
  account: optional(text, 'the account that the error is about, as the program names it'),
  source: optional(text, 'the line of code that found it, such as programs/market/src/lib.rs:42'),
};

function readFailure(at: Cursor): FailureNode | undefined {
  const error = typeof at.value === 'string' ? at : at.member('error');
  if (typeof error.value === 'string' && isQualified(error.value)) return readNamedError(at, error);
  const err = readError(at);
  return err === undefined ? undefined : { kind: 'known', err };
}

/** `"market.SlippageExceeded"`, or `{error: "market.SlippageExceeded", instruction?, account?, source?}` */
function readNamedError(at: Cursor, error: Cursor): FailureNode | undefined {
  const cause = { kind: 'named', error: { value: String(error.value), at: error } } as const;
  if (error === at) return failureNode(at, cause, {});
  const read = readParts(at, { error: text, ...NAMED_ERROR_MEMBERS });
  if (read?.account !== undefined && read.source !== undefined) return refuseSecondOrigin(at.member('source'));
  return read && failureNode(at, cause, read);
}

/** Whether a failure has either `custom` or `error`; if not, that is reported. */
export function hasOneCause(at: Cursor): boolean {
  if (at.member('custom').isNothing !== at.member('error').isNothing) return true;
  at.expected('either custom or error');
  return false;
}

/**
 * The cause that `custom` or `error` gives.
 *
 * @param error the cause of the member `error`
 */
export function causeOf<C extends FailureCause>(custom: number | undefined, error: C | undefined) {
  return (
    error ?? (custom === undefined ? undefined : ({ kind: 'instructionError', reason: { Custom: custom } } as const))
  );
}

/** @param at the failure, whose members are `parts` */
export function failureNode(
  at: Cursor,
  cause: FailureCause,
  { account, instruction, source }: Partial<PartsOf<typeof NAMED_ERROR_MEMBERS>>,
): FailureNode {
  if (cause.kind !== 'named') return { kind: 'known', err: knownError(cause, instruction) };
  return { ...cause, instruction, origin: presentOf({ account, source }), originAt: originIn(at) };
}

function knownError(cause: KnownCause, instruction = 0): TransactionError {
  return cause.kind === 'transactionError' ? cause.err : { InstructionError: [instruction, cause.reason] };
}

/** The member of a failure that says where its error comes from. */
export function originIn(at: Cursor): Cursor | undefined {
  return [at.member('account'), at.member('source')].find(({ value }) => value !== undefined);
}

/** Refuses a source beside an account: the log has one line for either. */
export function refuseSecondOrigin(at: Cursor): undefined {
  return at.refuse(`\`${at.key}\` cannot be given beside \`account\``, 'leave out one of them');
}

/** Refuses an origin beside log lines that are given whole: the line of the error belongs among them. */
export function refuseOriginBesideLogs(at: Cursor): undefined {
  return at.refuse(
    `\`${at.key}\` cannot be given beside \`logs\``,
    'put the line of the error into `logs`, or leave out `logs`',
  );
}

/** Names of transaction errors that carry a value. */
const ERRORS_WITH_VALUE = [
  'InstructionError',
  'DuplicateInstruction',
  'InsufficientFundsForRent',
  'ProgramExecutionTemporarilyRestricted',
];

/** Reads an error that needs no IDL. */
function readError(at: Cursor): TransactionError | undefined {
  if (typeof at.value === 'string') return readErrorName(at, at.value);
  const isShortForm = isJsonObject(at.value) && Object.keys(ERROR_MEMBERS).some((name) => !at.member(name).isNothing);
  if (isShortForm) return readInstructionError(at);
  const misspelled = at
    .members()
    .find(({ key }) => !ERRORS_WITH_VALUE.includes(key) && similarMember(key) !== undefined);
  return misspelled ? misspelled.refuse('unknown member', similarMember(misspelled.key)) : readTransactionError(at);
}

/**
 * The member that a misspelled name means; undefined: none. Other names are not refused, because newer nodes may have more variants.
 */
function similarMember(key: string): string | undefined {
  return suggest(key, [...Object.keys(ERROR_MEMBERS), ...ERRORS_WITH_VALUE]);
}

/** A name of either kind; that of an instruction's error means the first instruction. */
function readErrorName(at: Cursor, name: string): TransactionError | undefined {
  if (isOneOf(TRANSACTION_ERRORS, name)) return name;
  if (isOneOf(INSTRUCTION_ERRORS, name)) return { InstructionError: [0, name] };
  return at.expected(
    'the name of a TransactionError or of an InstructionError',
    suggest(name, [...TRANSACTION_ERRORS, ...INSTRUCTION_ERRORS]) ?? `a code of a program is ${inFile('custom')}`,
  );
}

/** `{custom, instruction?}` or `{error, instruction?}` */
function readInstructionError(at: Cursor): TransactionError | undefined {
  const read = readParts(at, ERROR_MEMBERS);
  if (read === undefined || !hasOneCause(at)) return undefined;
  const { custom, error: reason, instruction } = read;
  const cause = causeOf(custom, reason === undefined ? undefined : { kind: 'instructionError', reason });
  return cause && knownError(cause, instruction);
}

function readInstructionErrorName(at: Cursor): string | undefined {
  const name = readText(at);
  if (name === undefined || isOneOf(INSTRUCTION_ERRORS, name)) return name;
  return at.expected('the name of an InstructionError', suggest(name, INSTRUCTION_ERRORS));
}

function isOneOf(names: readonly string[], name: string): boolean {
  return names.includes(name);
}

/** The account index that some errors have. */
export const accountIndex = named('accountIndex', object({ account_index: u8 }));
/** An error of an instruction in the form of a node. Only its schema is used: `readTransactionError` reads it. */
const instructionError = syntax(
  () => undefined,
  (definitions) => ({
    type: 'array',
    minItems: 2,
    maxItems: 2,
    items: [u8.schema(definitions), { anyOf: [{ type: 'string' }, object({ Custom: u32 }).schema(definitions)] }],
  }),
);
const NODE_FORMS = [
  object({ InstructionError: instructionError }),
  object({ DuplicateInstruction: u8 }),
  object({ InsufficientFundsForRent: accountIndex }),
  object({ ProgramExecutionTemporarilyRestricted: accountIndex }),
].map((form) => described<unknown>(form, 'as the node writes it'));

/** The failure of a transaction. */
export const failure = named(
  'error',
  described(
    anyOf(
      readFailure,
      transactionErrorName,
      instructionErrorName,
      qualifiedName,
      object({ custom: u32, instruction: instructionIndex }, 'an error code of a program'),
      object({ error: instructionErrorName, instruction: instructionIndex }, 'an error of an instruction'),
      object({ error: qualifiedName, ...NAMED_ERROR_MEMBERS }, 'an error of a program with an IDL'),
      ...NODE_FORMS,
    ),
    'how it failed',
  ),
);

/** The error of a transaction that is in a block and never ran, because its payer cannot pay. */
export const neverRanError = anyOf<TransactionError>(
  readNeverRanError,
  oneOf(NEVER_RAN_ERRORS),
  object({ InsufficientFundsForRent: accountIndex }),
);

function readNeverRanError(at: Cursor): TransactionError | undefined {
  const err = readError(at);
  if (err === undefined || isNeverRanError(err)) return err;
  return at.expected(`${NEVER_RAN_ERRORS.join(', ')} or {"InsufficientFundsForRent": {"account_index": 0}}`);
}
