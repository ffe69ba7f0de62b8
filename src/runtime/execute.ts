import { U64_MAX } from '../codec/bigints.ts';
import { isActive } from '../gates.ts';
import type { NodeVersion } from '../nodeVersion.ts';
import { type Account, sameAccount } from '../solana/account.ts';
import {
  type Address,
  DEPRECATED_LOADER,
  isMemoProgram,
  isPrecompile,
  LOADER_V2,
  LOADER_V4,
  NATIVE_LOADER,
  SYSTEM_PROGRAM,
  UPGRADEABLE_LOADER,
  VOTE_PROGRAM,
} from '../solana/address.ts';
import type { Instruction } from '../solana/instruction.ts';
import type { InnerInstructions, TransactionError, TransactionMeta } from '../solana/meta.ts';
import { writeNonce } from '../solana/nonce.ts';
import type { LoadedAddresses } from '../solana/transaction.ts';
import { NO_ACCOUNT_NAMES } from './accountNames.ts';
import type { AccountsView } from './accounts/bankAccounts.ts';
import { Changes } from './accounts/changes.ts';
import { lamportBalances, storedTokenBalances, tokenBalances } from './balances.ts';
import type { Bank } from './bank.ts';
import { compileInstruction, indexesOf } from './compileMessage.ts';
import { costUnits } from './costUnits.ts';
import type { Balances, Execution, InstructionFailure } from './executor.ts';
import { InnerCallCollector } from './innerCalls.ts';
import { newTrace, type Trace } from './invocation.ts';
import { type InvokeOptions, invoke } from './invoke.ts';
import { loadedAccountsDataSize } from './loadedDataSize.ts';
import { type LoggedCall, loggedFailure, runtimeLogs } from './logs.ts';
import { resolveOutcome } from './namedResults.ts';
import type { Failure, Outcome, ScriptedEffects, StandsFor, Success } from './outcome.ts';
import { checkSignatures } from './precompiles.ts';
import { ProgramError } from './programError.ts';
import { currentNonce, nonceOf } from './programs/system/nonceInstructions.ts';
import { unitsOf } from './programUnits.ts';
import { isRentTransitionAllowed } from './rentTransition.ts';
import type { RunnableTransaction } from './runnableTransaction.ts';

/**
 * Executes one transaction that has passed the checks. Programs that are not modelled are assumed to change nothing.
 *
 * Source   agave 4.1 svm transaction_processor.rs, account_loader.rs, message_processor.rs
 * @module
 */

/** The result of the instructions of a transaction. */
export type Run = Pick<Execution, 'err' | 'logs' | 'units' | 'inner' | 'returnData' | 'assumed' | 'failure'>;

/** The result of a decided failure: no program runs. */
function failedRun(transaction: RunnableTransaction, failure: Failure): Run {
  const { err, returnData, logs = failureLogs(transaction, failure), units = failureUnits(transaction, err) } = failure;
  return { err, logs, units, inner: compiledInner(transaction, failure), returnData, assumed: [] };
}

function failureLogs({ keys, message }: RunnableTransaction, { err, inner, lines }: Failure): readonly string[] {
  const calls = message.instructions.map(
    ({ programIdIndex }, i): LoggedCall => ({
      program: keys[programIdIndex]!,
      inner: inner?.find(({ index }) => index === i)?.instructions ?? [],
      lines: lines?.get(i),
    }),
  );
  return runtimeLogs(calls, err);
}

/** The inner instructions of a decided failure, in the form of metadata. */
function compiledInner({ keys }: RunnableTransaction, { inner = [] }: Failure): readonly InnerInstructions[] {
  const indexes = indexesOf(keys);
  return inner.map(({ index, instructions }) => ({
    index,
    instructions: instructions.map((call) => ({ ...compileInstruction(call, indexes), stackHeight: 2 })),
  }));
}

/** Compute units of the instructions up to the one that fails, which counts as if it succeeded. */
function failureUnits({ keys, message: { instructions } }: RunnableTransaction, err: TransactionError): bigint {
  const failure = loggedFailure(err);
  const called = failure === undefined ? instructions : instructions.slice(0, failure.index + 1);
  return called.reduce((units, { programIdIndex }) => units + unitsOf(keys[programIdIndex]!), 0n);
}

/** Valid owners of programs. Source agave 4.1 svm PROGRAM_OWNERS */
const LOADERS: ReadonlySet<Address> = new Set([
  NATIVE_LOADER,
  UPGRADEABLE_LOADER,
  DEPRECATED_LOADER,
  LOADER_V2,
  LOADER_V4,
]);

/**
 * The reason why the accounts of a transaction cannot be loaded; null: they can.
 *
 * @param standsFor a program that does not run and may be missing
 */
function loadErrorOf(
  { keys, maxLoadedBytes, message }: RunnableTransaction,
  { accounts, isStrict }: Bank,
  size: number,
  standsFor: StandsFor | undefined,
): TransactionError | null {
  if (BigInt(size) > maxLoadedBytes) return 'MaxLoadedAccountsDataSizeExceeded';
  for (const { programIdIndex } of message.instructions) {
    const key = keys[programIdIndex]!;
    if (key === standsFor) continue;
    const program = accounts.get(key);
    if (program === undefined && isStrict) return 'ProgramAccountNotFound';
    if (program !== undefined && !LOADERS.has(program.owner)) return 'InvalidProgramForExecution';
  }
  return null;
}

/** The nonce of a transaction advances even where the transaction fails. Source agave 4.1 svm rollback_accounts.rs */
function advanceNonceOfFailedTransaction(address: Address, accounts: Changes): void {
  const { authority } = nonceOf(accounts, address);
  accounts.set({ ...accounts.get(address)!, data: writeNonce(currentNonce(accounts, authority)) });
}

/**
 * Adds to the changes every existing writable account as it was loaded, because a successful transaction stores them all. A called
 * program is not added, unless it is also an account of an instruction. From 4.2 on, `forgetUntouched` removes the unchanged ones again.
 *
 * Source   agave 4.1 account_saver.rs collect_accounts_for_successful_tx; svm account_loader.rs load_transaction_account
 */
function withLoadedAccounts(
  { isWritable, keys, message: { instructions } }: RunnableTransaction,
  bank: Bank,
  changes: Changes,
): Changes {
  for (const [index, key] of keys.entries()) {
    const account = isWritable(index) ? bank.accounts.get(key) : undefined;
    if (account === undefined) continue;
    const isCalled = instructions.some(({ programIdIndex }) => programIdIndex === index);
    if (!isCalled || instructions.some(({ accounts }) => accounts.includes(index)))
      changes.set(withExemptRentEpoch(account, bank));
  }
  return changes;
}

/** Owners of accounts that are not BPF programs. */
const NATIVE_OWNERS: ReadonlySet<Address> = new Set([SYSTEM_PROGRAM, VOTE_PROGRAM, ...LOADERS]);

/**
 * Removes unchanged accounts from the changes. The payer counts as changed, and so does an account that was passed to the BPF program
 * which owns it: its data is copied back in any case.
 *
 * Source   agave 4.2 account_saver.rs, svm account_loader.rs update_accounts_for_successful_tx; program-runtime serialization.rs
 */
function forgetUntouched(
  { keys, message: { instructions } }: RunnableTransaction,
  { accounts }: Bank,
  changes: Changes,
): void {
  const isPassedTo = (program: Address, index: number) =>
    instructions.some(
      (instruction) => keys[instruction.programIdIndex] === program && instruction.accounts.includes(index),
    );
  for (const [index, key] of keys.entries()) {
    const before = accounts.get(key);
    const after = changes.get(key);
    if (index === 0 || before === undefined || after === undefined) continue;
    const isCopied = !NATIVE_OWNERS.has(after.owner) && isPassedTo(after.owner, index);
    if (!isCopied && sameAccount(before, { ...after, rentEpoch: before.rentEpoch })) changes.forget(key);
  }
}

/** A rent-exempt account gets the rent epoch u64::MAX. */
function withExemptRentEpoch(account: Account, { minimumBalance }: Bank): Account {
  const isKept = account.rentEpoch === U64_MAX || account.lamports < minimumBalance(account.data.length);
  return isKept ? account : { ...account, rentEpoch: U64_MAX };
}

/** Accounts whose final balance is given, and which are not checked: none. */
const NO_GIVEN_BALANCES: ReadonlySet<Address> = new Set();

/** The result of a transaction that runs no instruction, and pays its fee. */
export interface FeesOnly {
  readonly feesOnly: TransactionError;
}

/**
 * Carries out the instructions of a transaction.
 *
 * @param changes with the fee paid; takes the changes of the instructions, and is discarded on an error
 */
export type RunInstructions = (
  transaction: RunnableTransaction,
  bank: Bank,
  changes: Changes,
  outcome: Decided<Success>,
) => Run | FeesOnly;

type Decided<T> = T & Pick<Outcome, 'script'>;

/**
 * Executes a transaction that has passed the checks of a node, by the programs that are modelled: first the accounts are loaded
 * (`neverRan`, `feesOnly`), then the instructions run in their order, and the first error ends them. The bank changes when `changes` of the
 * result are committed.
 *
 * @param outcome decided by a rule or a script; default: the effects of the programs
 * @throws NotModelledError for an effect that is not known, unless the outcome replaces it
 */
export function executeTransaction(
  transaction: RunnableTransaction,
  bank: Bank,
  outcome: Outcome = { kind: 'succeed' },
): Execution {
  return executeBy(runPrograms, transaction, bank, outcome);
}

/** Executes a transaction as `executeTransaction` does, with another executor of instructions. @throws what that one throws */
export function executeBy(
  runInstructions: RunInstructions,
  transaction: RunnableTransaction,
  bank: Bank,
  decided: Outcome,
): Execution {
  const outcome = resolveOutcome(decided, programsOf(transaction));
  const before = balancesOn(transaction, bank);
  const { script } = outcome;
  if (outcome.kind === 'neverRan') return neverRan(transaction, bank, outcome.err, before);
  if (outcome.kind === 'feesOnly') return feesOnly(transaction, bank, outcome.err, before, script);
  const size = loadedAccountsDataSize(transaction, bank.accounts);
  const standsFor = outcome.kind === 'succeed' ? outcome.standsFor : undefined;
  const loadError = script === undefined ? loadErrorOf(transaction, bank, size, standsFor) : null;
  if (loadError !== null) return feesOnly(transaction, bank, loadError, before, script);
  const chargedChanges = charge(transaction, withLoadedAccounts(transaction, bank, changesOn(bank, script)));
  const result =
    outcome.kind === 'fail'
      ? failedRun(transaction, outcome)
      : runInstructions(transaction, bank, chargedChanges, outcome);
  if ('feesOnly' in result) return feesOnly(transaction, bank, result.feesOnly, before, script);
  const changes = result.err === null ? chargedChanges : rolledBack(transaction, bank, script);
  setBalances(changes, script);
  if (result.err === null && !bank.protocol.version.changesUntouched) forgetUntouched(transaction, bank, changes);
  const after = balancesOf(transaction, changes);
  return { kind: 'executed', ...result, loadedAccountsDataSize: size, before, after, changes };
}

function programsOf({ keys, message: { instructions } }: RunnableTransaction): readonly Address[] {
  return instructions.map(({ programIdIndex }) => keys[programIdIndex]!);
}

function setBalances(changes: Changes, script: ScriptedEffects | undefined): void {
  for (const [address, lamports] of script?.balances ?? []) changes.setLamports(address, lamports);
}

/** Runs the instructions until one fails, then checks the whole transaction. */
function runPrograms(transaction: RunnableTransaction, bank: Bank, changes: Changes, outcome: Decided<Success>): Run {
  const { additions = {}, script } = outcome;
  const before = transaction.keys.map((key) => changes.get(key));
  const trace = newTrace(script === undefined ? transaction.unitLimit : undefined);
  const inner = new InnerCallCollector(transaction.keys);
  const failure = invokeAll(transaction, changes, trace, inner, outcome);
  if (failure === undefined) for (const account of additions.accounts ?? []) changes.set(account);
  const rentError = script === undefined ? rentErrorOf(transaction, bank, before, changes) : null;
  return {
    err: failure === undefined ? rentError : { InstructionError: [failure.index, failure.error.err] },
    logs: additions.logs ?? trace.logs.lines,
    units: additions.units ?? trace.units,
    inner: inner.all,
    returnData: additions.returnData ?? trace.returnData,
    assumed: [...trace.assumed],
    failure,
  };
}

function invokeAll(
  transaction: RunnableTransaction,
  changes: Changes,
  trace: Trace,
  inner: InnerCallCollector,
  { additions, script, standsFor }: Decided<Success>,
): InstructionFailure | undefined {
  let followsMemo = false;
  const instructions = instructionsOf(transaction);
  for (const [index, instruction] of instructions.entries()) {
    const { program } = instruction;
    const calls = additions?.inner?.find((group) => group.index === index)?.instructions ?? [];
    const isNotRun = standsFor === program || script?.withoutEffect.has(index) === true;
    const skip = isNotRun ? 'all' : standsFor === 'unknown' ? 'notModelled' : undefined;
    const site = { isCalled: false, followsMemo };
    const lines = additions?.lines?.get(index);
    try {
      if (isPrecompile(program)) checkSignatures(instruction, instructions, skip !== undefined);
      if (script !== undefined && calls.length > 0)
        invokeScripted(instruction, changes, trace, { site, calls, skip, lines });
      else invoke(instruction, changes, trace, { site, calls, skip, lines });
    } catch (error) {
      if (error instanceof ProgramError) return { index, error };
      throw error;
    } finally {
      inner.take(index, trace);
    }
    followsMemo = isMemoProgram(program);
  }
  return undefined;
}

/**
 * Invokes an instruction whose calls a script gives: they replace those of the program, and need no rights. The program runs first, only
 * for its effect: its own log and calls are thrown away.
 */
function invokeScripted(instruction: Instruction, changes: Changes, trace: Trace, options: InvokeOptions): void {
  if (options.skip !== 'all') invoke(instruction, changes, newTrace(), { ...options, calls: [] });
  invoke(instruction, changes, trace, { ...options, skip: 'all', areCallsTrusted: true });
}

function rentErrorOf(
  { isWritable, keys }: RunnableTransaction,
  bank: Bank,
  before: readonly (Account | undefined)[],
  after: Changes,
): TransactionError | null {
  const index = keys.findIndex(
    (key, i) => isWritable(i) && !isRentTransitionAllowed(key, before[i], after.get(key), bank),
  );
  return index < 0 ? null : { InsufficientFundsForRent: { account_index: index } };
}

function feesOnly(
  transaction: RunnableTransaction,
  bank: Bank,
  err: TransactionError,
  before: Balances,
  script: ScriptedEffects | undefined,
): Execution {
  const changes = rolledBack(transaction, bank, script);
  const loadedSize = sizeOfFeesOnly(transaction, bank, changes);
  setBalances(changes, script);
  return {
    kind: 'feesOnly',
    err,
    logs: [],
    units: 0n,
    inner: [],
    returnData: undefined,
    assumed: [],
    loadedAccountsDataSize: loadedSize,
    before,
    after: balancesOf(transaction, changes),
    changes,
  };
}

/** The bytes that were loaded, up to the limit; without the gate, the data of the accounts that the failure changes all the same. */
function sizeOfFeesOnly(transaction: RunnableTransaction, bank: Bank, changes: Changes): number {
  const { keys, maxLoadedBytes, nonce } = transaction;
  const { gates, version } = bank.protocol;
  if (version.countsLoadFailures || isActive(gates.loadFailureSize, bank.moment.slot))
    return Math.min(loadedAccountsDataSize(transaction, bank.accounts), Number(maxLoadedBytes));
  const keptAccounts = new Set([keys[0]!, ...(nonce === undefined ? [] : [nonce])]);
  return [...keptAccounts].reduce((size, key) => size + (changes.get(key)?.data.length ?? 0), 0);
}

/**
 * A transaction that is not run: it changes no account, and its limits count as used.
 *
 * Source   agave 4.3 svm transaction_processor.rs NoOpTransaction, transaction_processing_result.rs
 */
function neverRan(transaction: RunnableTransaction, bank: Bank, err: TransactionError, before: Balances): Execution {
  return {
    kind: 'neverRan',
    err,
    logs: [],
    units: transaction.unitLimit,
    inner: [],
    returnData: undefined,
    assumed: [],
    loadedAccountsDataSize: Number(transaction.maxLoadedBytes),
    before,
    after: before,
    changes: changesOn(bank, undefined),
  };
}

/** The effects of a failed transaction: the fee is paid and the nonce advances. Without a nonce the payer keeps its rent epoch. */
function rolledBack(transaction: RunnableTransaction, bank: Bank, script: ScriptedEffects | undefined): Changes {
  const { keys, nonce } = transaction;
  const changes = changesOn(bank, script);
  if (nonce === undefined) return charge(transaction, changes);
  const payer = bank.accounts.get(keys[0]!);
  if (payer !== undefined) changes.set(withExemptRentEpoch(payer, bank));
  charge(transaction, changes);
  advanceNonceOfFailedTransaction(nonce, changes);
  return changes;
}

/** @throws ProgramError where the payer cannot pay, which nothing has checked before in a script */
function charge({ fee, keys }: RunnableTransaction, changes: Changes): Changes {
  changes.debit(keys[0]!, fee, 'pay the fee of');
  return changes;
}

/** The balances before anything is executed. */
export function balancesOn(transaction: RunnableTransaction, { accounts }: Bank): Balances {
  return balancesOf(transaction, accounts);
}

/** @param script has the names of accounts for messages, and the accounts that may be overdrawn */
export function changesOn({ accounts, minimumBalance, moment }: Bank, script: ScriptedEffects | undefined): Changes {
  const { balances = NO_GIVEN_BALANCES, names = NO_ACCOUNT_NAMES } = script ?? {};
  return new Changes(accounts, moment, names, balances, minimumBalance);
}

function balancesOf({ keys, message }: RunnableTransaction, accounts: AccountsView): Balances {
  const isCalled = (key: Address) => message.instructions.some(({ programIdIndex }) => keys[programIdIndex] === key);
  const balanceKeys = { keys, programs: { has: isCalled } };
  return { lamports: lamportBalances(accounts, balanceKeys), tokens: tokenBalances(accounts, balanceKeys) };
}

/** The instructions of the message, with their accounts by address. */
export function instructionsOf({
  isSigner,
  isWritable,
  keys,
  message,
}: Pick<RunnableTransaction, 'isSigner' | 'isWritable' | 'keys' | 'message'>): readonly Instruction[] {
  return message.instructions.map(({ accounts, data, programIdIndex }) => ({
    program: keys[programIdIndex]!,
    accounts: Array.from(accounts, (index) => ({
      address: keys[index]!,
      isSigner: isSigner(index),
      isWritable: isWritable(index),
    })),
    data,
  }));
}

/**
 * The metadata of an executed transaction.
 *
 * Source   agave 4.1 rpc transaction_status_service.rs
 */
export function metaOf(
  execution: Execution,
  transaction: RunnableTransaction,
  loaded: LoadedAddresses,
  version: NodeVersion,
): TransactionMeta {
  const { after, before, err, inner, kind, logs, returnData, units } = execution;
  const isRun = kind === 'executed';
  return {
    err,
    fee: kind === 'neverRan' ? 0n : transaction.fee,
    preBalances: before.lamports,
    postBalances: after.lamports,
    innerInstructions: isRun ? inner : null,
    logMessages: isRun ? logs : null,
    preTokenBalances: storedTokenBalances(before.tokens),
    postTokenBalances: storedTokenBalances(after.tokens),
    rewards: [],
    loadedAddresses: loaded,
    ...(returnData !== undefined && returnData.data.length > 0 && { returnData }),
    computeUnitsConsumed: units,
    costUnits: costUnits(transaction, execution, version),
  };
}
