import { isJsonObject } from '../../../codec/jsonText.ts';
import { didYouMean } from '../../../codec/text.ts';
import type { Cursor } from '../../../fixtures/document/cursor.ts';
import { presentOf, readMembers } from '../../../fixtures/document/members.ts';
import { readNullable, readTexts, readU8, readU32, readU64 } from '../../../fixtures/document/readers.ts';
import { readTransactionError } from '../../../fixtures/document/transactionError.ts';
import { inFile } from '../../../runtime/programError.ts';
import type { SendOutcome } from '../../../runtime/sendRule.ts';
import type { TransactionError } from '../../../solana/meta.ts';
import {
  EXECUTED_ERRORS,
  FEES_ONLY_ERRORS,
  INSTRUCTION_ERRORS,
  REFUSING_ERRORS,
} from '../../../solana/transactionErrors.ts';
import { fromOne, readWord } from '../arguments.ts';
import { readAdditions, type SendScene } from './parseBlocks.ts';
import { readRpcErrorWord } from './parseFault.ts';

/**
 * The errors that rules for sent transactions give: each outcome has its own.
 * @module
 */

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
function readFailure(at: Cursor): Omit<Failure, 'kind' | 'isLate'> | undefined {
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
function readRefusal(at: Cursor): TransactionError | undefined {
  if (isJsonObject(at.value)) return readRentError(at);
  return nameIn(at, REFUSING_ERRORS) ?? refuseOther(at, 'an error that pays no fee', REFUSING_ERRORS);
}

/** Of a transaction that pays its fee, and is not run. */
function readFeesOnlyError(at: Cursor): TransactionError | undefined {
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

/**
 * What becomes of a sent transaction, in the words of rules: one without arguments is text, any other an object of one member.
 * @module
 */

type OutcomeReader = (at: Cursor, scene: SendScene) => SendOutcome | undefined;

/** Those that need no arguments. */
const BARE: Readonly<Record<string, SendOutcome>> = { succeed: { kind: 'succeed' }, drop: { kind: 'drop' } };

/** Blocks that come. */
const readBlocks = fromOne(readU64, '1 block or more');

/** Every outcome that has arguments, in the order of docs/sending.md. */
const OUTCOMES: Readonly<Record<string, OutcomeReader>> = {
  succeed: outcomeOf(readAdditions, (additions) => ({ kind: 'succeed', additions })),
  fail: outcomeOf(readFailure, (failure) => ({ kind: 'fail', isLate: false, ...failure })),
  failLate: outcomeOf(readFailure, (failure) => ({ kind: 'fail', isLate: true, ...failure })),
  refuse: outcomeOf(readRefusal, (err) => ({ kind: 'refuse', err })),
  feesOnly: outcomeOf(readFeesOnlyError, (err) => ({ kind: 'feesOnly', err })),
  delay: outcomeOf(readBlocks, (blocks) => ({ kind: 'delay', blocks })),
  stopAt: outcomeOf(
    (at) => readWord(at, ['processed', 'confirmed'] as const),
    (commitment) => ({ kind: 'stopAt', commitment }),
  ),
  fork: outcomeOf(readFork, (fork) => ({ kind: 'fork', ...fork })),
  rpcError: outcomeOf(readRpcErrorWord, ({ code, data, message }) => ({
    kind: 'rpcError',
    code,
    message,
    ...presentOf({ data }),
  })),
  unhealthy: outcomeOf(
    (at) => readNullable(at, readU64),
    (slotsBehind) => ({ kind: 'unhealthy', slotsBehind }),
  ),
};

function outcomeOf<T>(
  read: (at: Cursor, scene: SendScene) => T | undefined,
  outcome: (value: T) => SendOutcome,
): OutcomeReader {
  return (at, scene) => {
    const value = read(at, scene);
    return value === undefined ? undefined : outcome(value);
  };
}

export const OUTCOME_NAMES: readonly string[] = [...new Set([...Object.keys(OUTCOMES), ...Object.keys(BARE)])];

export function readSendOutcome(at: Cursor, scene: SendScene): SendOutcome | undefined {
  const { value } = at;
  if (typeof value === 'string') return bareOutcome(at, value);
  const [member, ...others] = at.members();
  if (!isJsonObject(value) || member === undefined || others.length > 0)
    return at.expected('an outcome, such as "drop" or {"fail": {"custom": 6001}}');
  const { key } = member;
  if (Object.hasOwn(OUTCOMES, key)) return OUTCOMES[key]!(member, scene);
  return Object.hasOwn(BARE, key)
    ? at.expected(`the text "${key}"`)
    : member.refuse('unknown outcome', didYouMean(key, OUTCOME_NAMES) ?? `there are ${OUTCOME_NAMES.join(', ')}`);
}

function bareOutcome(at: Cursor, name: string): SendOutcome | undefined {
  if (Object.hasOwn(BARE, name)) return BARE[name];
  if (Object.hasOwn(OUTCOMES, name)) return at.expected(`an object, as "${name}" has arguments: {"${name}": …}`);
  return at.expected('an outcome', didYouMean(name, OUTCOME_NAMES) ?? `there are ${OUTCOME_NAMES.join(', ')}`);
}

function readFork(at: Cursor): { readonly dropAfter: bigint; readonly landsAgain: boolean } | undefined {
  const read = readMembers(at, { dropAfter: readBlocks, then: (then) => readWord(then, ['succeed']) }, ['dropAfter']);
  if (read?.dropAfter === undefined) return undefined;
  return { dropAfter: read.dropAfter, landsAgain: read.then !== undefined };
}
