/**
 * Executes one transaction that will pay its fee. What its programs do is known of those that are modelled; those of others are assumed to
 * do nothing.
 *
 * Source   agave 4.1 svm transaction_processor.rs, account_loader.rs, message_processor.rs
 * @module
 */
import type { Account } from '../../model/account.ts';
import { type Address, isMemoProgram } from '../../model/address.ts';
import type { TransactionError } from '../../model/meta.ts';
import { NO_ACCOUNT_NAMES } from '../accountNames.ts';
import { type AccountsView, Changes } from '../accounts/accounts.ts';
import { lamportBalances, tokenBalances } from '../balances.ts';
import type { Instruction } from '../instruction.ts';
import { newTrace, type Trace } from '../invocation.ts';
import { invoke } from '../invoke.ts';
import { checkSignatures, isPrecompile } from '../precompiles.ts';
import { ProgramError } from '../programError.ts';
import { failedRun, type Run } from './failure.ts';
import { InnerCalls } from './innerCalls.ts';
import { loadErrorOf } from './loadError.ts';
import { loadedAccountsDataSize } from './loadedData.ts';
import { advanceAnyway } from './nonce.ts';
import { mayBeLeft } from './rent.ts';
import { marked, withStored } from './stored.ts';
import type { Balances, Bank, DecidedOutcome, Execution, RunnableTransaction } from './transaction.ts';

/** No balance is given: accounts spend what they have. */
const ALL_CHECKED: ReadonlySet<Address> = new Set();

/** Nothing could be run. */
export interface NotRun {
  readonly feesOnly: TransactionError;
}

/**
 * Carries out the instructions of a transaction.
 *
 * @param changes after the fee was paid: takes what the instructions change, and is forgotten where there is an error
 */
export type RunInstructions = (
  transaction: RunnableTransaction,
  bank: Bank,
  changes: Changes,
  outcome: Succeeded,
) => Run | NotRun;

type Succeeded = Extract<DecidedOutcome, { kind: 'succeeded' }>;

/**
 * @param outcome decided by somebody else; default: what the programs do
 * @throws NotModelledError where that is not known, and is not decided either
 */
export function executeTransaction(
  transaction: RunnableTransaction,
  bank: Bank,
  outcome: DecidedOutcome = { kind: 'succeeded' },
): Execution {
  return executeBy(run, transaction, bank, outcome);
}

/** As `executeTransaction`, where something else runs the instructions. */
export function executeBy(
  runInstructions: RunInstructions,
  transaction: RunnableTransaction,
  bank: Bank,
  outcome: DecidedOutcome,
): Execution {
  const before = balancesOn(transaction, bank);
  if (outcome.kind === 'feesOnly') return feesOnly(transaction, bank, outcome.err, before);
  const size = loadedAccountsDataSize(transaction, bank.accounts);
  const loadError = loadErrorOf(transaction, bank, size, outcome.kind === 'succeeded' ? outcome.standsFor : undefined);
  if (loadError !== null) return feesOnly(transaction, bank, loadError, before);
  const charged = charge(transaction, withStored(transaction, bank, changesOn(bank)));
  const ran =
    outcome.kind === 'failed' ? failedRun(transaction, outcome) : runInstructions(transaction, bank, charged, outcome);
  if ('feesOnly' in ran) return feesOnly(transaction, bank, ran.feesOnly, before);
  const changes = ran.err === null ? charged : rolledBack(transaction, bank);
  const after = balancesOf(transaction, changes);
  return { kind: 'executed', ...ran, loadedAccountsDataSize: size, before, after, changes };
}

/** The instructions in order, until one fails; then what the whole transaction is checked for. */
function run(transaction: RunnableTransaction, bank: Bank, changes: Changes, outcome: Succeeded): Run {
  const { additions = {} } = outcome;
  const before = transaction.keys.map((key) => changes.get(key));
  const trace = newTrace(transaction.unitLimit);
  const inner = new InnerCalls(transaction.keys);
  const failure = invokeAll(transaction, changes, trace, inner, outcome);
  if (failure === null) for (const account of additions.accounts ?? []) changes.set(account);
  return {
    err: failure ?? rentErrorOf(transaction, bank, before, changes),
    logs: additions.logs ?? trace.logs.lines,
    units: additions.units ?? trace.units,
    inner: inner.all,
    returnData: additions.returnData ?? trace.returnData,
    assumed: [...trace.assumed],
  };
}

function invokeAll(
  transaction: RunnableTransaction,
  changes: Changes,
  trace: Trace,
  inner: InnerCalls,
  { additions, standsFor }: Succeeded,
): TransactionError | null {
  let followsMemo = false;
  const instructions = instructionsOf(transaction);
  for (const [index, instruction] of instructions.entries()) {
    const { program } = instruction;
    const calls = additions?.inner?.find((group) => group.index === index)?.instructions ?? [];
    const decided = standsFor === program ? 'notRun' : standsFor === 'unknown' ? 'unknown' : undefined;
    try {
      if (isPrecompile(program)) checkSignatures(instruction, instructions, decided !== undefined);
      invoke(instruction, changes, trace, { site: { isCalled: false, followsMemo }, calls, decided });
    } catch (error) {
      if (error instanceof ProgramError) return { InstructionError: [index, error.err] };
      throw error;
    } finally {
      inner.take(index, trace);
    }
    followsMemo = isMemoProgram(program);
  }
  return null;
}

function rentErrorOf(
  { isWritable, keys }: RunnableTransaction,
  { minimumBalance }: Bank,
  before: readonly (Account | undefined)[],
  after: Changes,
): TransactionError | null {
  const index = keys.findIndex((key, i) => isWritable(i) && !mayBeLeft(key, before[i], after.get(key), minimumBalance));
  return index < 0 ? null : { InsufficientFundsForRent: { account_index: index } };
}

function feesOnly(transaction: RunnableTransaction, bank: Bank, err: TransactionError, before: Balances): Execution {
  const changes = rolledBack(transaction, bank);
  const payer = transaction.keys[0]!;
  const kept = new Set([payer, ...(transaction.nonce === undefined ? [] : [transaction.nonce])]);
  let size = 0;
  for (const key of kept) size += changes.get(key)?.data.length ?? 0;
  return {
    kind: 'feesOnly',
    err,
    logs: [],
    units: 0n,
    inner: [],
    returnData: undefined,
    assumed: [],
    loadedAccountsDataSize: size,
    before,
    after: balancesOf(transaction, changes),
    changes,
  };
}

/** What is left of a transaction that fails: its fee is paid, and its nonce has advanced. Without a nonce its payer is not marked. */
function rolledBack(transaction: RunnableTransaction, bank: Bank): Changes {
  const { keys, nonce } = transaction;
  const changes = changesOn(bank);
  if (nonce === undefined) return charge(transaction, changes);
  changes.set(marked(bank.accounts.get(keys[0]!)!, bank));
  charge(transaction, changes);
  advanceAnyway(nonce, changes);
  return changes;
}

function charge({ fee, keys }: RunnableTransaction, changes: Changes): Changes {
  changes.setLamports(keys[0]!, changes.lamports(keys[0]!) - fee);
  return changes;
}

/** The balances before anything is executed. */
export function balancesOn(transaction: RunnableTransaction, { accounts }: Bank): Balances {
  return balancesOf(transaction, accounts);
}

function changesOn({ accounts, minimumBalance, moment }: Bank): Changes {
  return new Changes(accounts, moment, NO_ACCOUNT_NAMES, ALL_CHECKED, minimumBalance);
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
