import { decodeBase58 } from '../../../codec/base58.ts';
import { isJsonObject } from '../../../codec/jsonText.ts';
import { didYouMean } from '../../../codec/text.ts';
import type { Cursor } from '../../../fixtures/document/cursor.ts';
import { presentOf, readMembers } from '../../../fixtures/document/members.ts';
import { isObject, readNullable, readTexts, readU8, readU32, readU64 } from '../../../fixtures/document/readers.ts';
import { readTransactionError } from '../../../fixtures/document/transactionError.ts';
import { isBareAccount, readAccount as readRpcAccount } from '../../../fixtures/formats/accountFormats.ts';
import { setInitialAccounts } from '../../../fixtures/script/compiling/initialAccounts.ts';
import { namedLedger, namesOf } from '../../../fixtures/script/compiling/names/ledgerNames.ts';
import type { Names } from '../../../fixtures/script/compiling/names/names.ts';
import { buildInstruction } from '../../../fixtures/script/compiling/transactions/buildInstructions.ts';
import { readAccount } from '../../../fixtures/script/format/accounts.ts';
import type { InstructionNode } from '../../../fixtures/script/format/instructions.ts';
import { OUTCOME_MEMBERS } from '../../../fixtures/script/format/transactions.ts';
import { readKeyAddressNode } from '../../../fixtures/script/format/values.ts';
import { isActive, NO_INVALID_FEE_PAYERS } from '../../../gates.ts';
import { epochOf, epochScheduleOf } from '../../../ledger/epochs.ts';
import { minimumBalancesOf } from '../../../ledger/rent.ts';
import type { LedgerState } from '../../../ledger/state.ts';
import { LedgerView } from '../../../ledger/view.ts';
import { Accounts, Changes } from '../../../runtime/accounts/accountStates.ts';
import type { MinimumBalance } from '../../../runtime/bank.ts';
import { inFile } from '../../../runtime/programError.ts';
import type { Additions, InnerCall, SendOutcome } from '../../../runtime/sendRule.ts';
import { type Account, emptyAccount } from '../../../solana/account.ts';
import type { Address } from '../../../solana/address.ts';
import type { ReturnData, TransactionError } from '../../../solana/meta.ts';
import {
  EXECUTED_ERRORS,
  FEES_ONLY_ERRORS,
  INSTRUCTION_ERRORS,
  isNeverRanError,
  NEVER_RAN_ERRORS,
  REFUSING_ERRORS,
} from '../../../solana/transactionErrors.ts';
import { unixTimestampOf } from '../../encoding/tokenMint.ts';
import { fromOne, readWord } from '../arguments.ts';
import { readRpcErrorWord } from './parseFault.ts';

/**
 * The outcomes of send rules: one without arguments is text, any other an object of one member.
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

/** Of a transaction in a block whose payer cannot pay. */
function readNeverRanError(at: Cursor, { hasInvalidFeePayers }: SendScene): TransactionError | undefined {
  if (!hasInvalidFeePayers) return at.refuse(NO_INVALID_FEE_PAYERS);
  const err = isJsonObject(at.value) ? readRentError(at) : nameIn(at, NEVER_RAN_ERRORS);
  if (err !== undefined && isNeverRanError(err)) return err;
  if (err !== undefined) return at.refuse('it is the payer, account 0, that cannot pay');
  return isJsonObject(at.value) ? undefined : refuseOther(at, 'an error of the payer', NEVER_RAN_ERRORS);
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
  neverRan: outcomeOf(readNeverRanError, (err) => ({ kind: 'neverRan', err })),
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

type Inner = NonNullable<Additions['inner']>;

/** What a rule adds to a transaction that succeeds: `{accounts?, logs?, inner?, returnData?, units?}` */
function readAdditions(at: Cursor, scene: SendScene): Additions | undefined {
  const read = readMembers(at, {
    accounts: (accounts) => readAccountsAfter(accounts, scene),
    logs: readTexts,
    inner: (inner) => readInner(inner, scene),
    returnData: (data) => readReturnData(data, scene),
    units: readU64,
  });
  return read && presentOf(read);
}

/** `{address: account | null}`: each in the format of scripts, in the form of the RPC, or closed. */
function readAccountsAfter(at: Cursor, scene: SendScene): readonly Account[] | undefined {
  const { accounts, minimumBalance, names, unixTimestamp } = scene;
  if (!isObject(at)) return undefined;
  const entries = at.members();
  const scripted = entries.filter(isScripted).flatMap((entry) => readAccount(entry) ?? []);
  const after = accounts.fork();
  // before other names are resolved, because mints say what their token accounts are named
  for (const _ of setInitialAccounts(scripted, names, after, minimumBalance, unixTimestamp));
  if (!at.reading.errors.isEmpty) return undefined;
  const all = new Map<Address, Account>();
  for (const entry of entries) {
    const address = names.resolve(readKeyAddressNode(entry));
    if (address === undefined) continue;
    if (all.has(address)) entry.refuse(`duplicate account ${names.show(address)}`);
    const account = isScripted(entry) ? after.get(address) : readGiven(entry, address);
    all.set(address, account ?? emptyAccount(address));
  }
  // the metadata of a mint is an account of its own
  for (const account of after.takeWritten()) if (!all.has(account.address)) all.set(account.address, account);
  return [...all.values()];
}

function isScripted({ value = null }: Cursor): boolean {
  return value !== null && !isBareAccount(value);
}

function readGiven(entry: Cursor, address: Address): Account | undefined {
  return entry.value === null ? undefined : readRpcAccount(entry, address);
}

function readInner(at: Cursor, scene: SendScene): Inner | undefined {
  const groups = OUTCOME_MEMBERS.inner(at);
  const seen = new Set<number>();
  return groups?.map(({ at: place, index, instructions }) => {
    if (seen.has(index)) place.refuse(`duplicate instruction ${index}`);
    seen.add(index);
    return { index, instructions: callsOf(instructions, scene) };
  });
}

/** Inner instructions are not carried out: each sees the ledger as it is. */
const SITE = { isCalled: true, followsMemo: false };

function callsOf(nodes: readonly InstructionNode[], { changes, names }: SendScene): readonly InnerCall[] {
  const built = nodes.flatMap(
    (node) => buildInstruction(node, { names, accounts: changes(), payer: undefined, site: SITE }) ?? [],
  );
  return built.map(({ built: { accounts, data, program } }) => ({ program, accounts, data }));
}

function readReturnData(at: Cursor, { names }: SendScene): ReturnData | undefined {
  const read = OUTCOME_MEMBERS.returnData(at);
  const programId = names.resolve(read?.program);
  return read && programId && { programId, data: read.data };
}

/** The ledger that a rule is read for: at its processed tip, when the rule is added. */
export interface SendScene {
  readonly names: Names;
  readonly accounts: Accounts;
  readonly minimumBalance: MinimumBalance;
  readonly unixTimestamp: bigint;
  /** whether the next block may have transactions whose payer cannot pay */
  readonly hasInvalidFeePayers: boolean;
  /** without changes */
  readonly changes: () => Changes;
}

export function sendSceneOf(state: LedgerState): SendScene {
  const view = new LedgerView(state, 'processed', { keepOrphan: true });
  const names = namesOf(namedLedger(state));
  const accounts = new Accounts(view.accounts);
  const { tip } = state.chains.processed;
  const { blockhash } = state.history.block(tip) ?? {};
  const moment = {
    slot: tip,
    epoch: epochOf(epochScheduleOf(state), tip),
    parentHash: blockhash === undefined ? new Uint8Array(32) : decodeBase58(blockhash),
  };
  const minimumBalance = minimumBalancesOf(view);
  const changes = () => new Changes(accounts, moment, names, new Set(), minimumBalance);
  const hasInvalidFeePayers = isActive(state.protocol.gates.invalidFeePayer, tip + 1n);
  const unixTimestamp = unixTimestampOf(view) ?? 0n;
  return { names, accounts, minimumBalance, unixTimestamp, hasInvalidFeePayers, changes };
}
