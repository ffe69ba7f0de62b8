import { isActive } from '../gates.ts';
import type { TransactionError } from '../solana/meta.ts';
import type { Changes } from './accounts/changes.ts';
import { balancesOf } from './balances.ts';
import type { Bank } from './bank.ts';
import { resultOfFailure } from './decidedFailure.ts';
import type { Balances, ExecutionResult, RunInstructions } from './executor.ts';
import { loadErrorOf } from './loadErrors.ts';
import { loadedAccountsDataSize } from './loadedDataSize.ts';
import { resolveOutcome } from './namedResults.ts';
import type { Outcome, ScriptedEffects } from './outcome.ts';
import { programsOf, type RunnableTransaction } from './runnableTransaction.ts';
import { runPrograms } from './runPrograms.ts';
import { forgetUntouched, withLoadedAccounts } from './storedAccounts.ts';
import { changesOn, charge, rolledBack, setBalances } from './transactionChanges.ts';

/**
 * Executes one transaction that has passed the checks. Programs that are not modelled are assumed to change nothing.
 *
 * Source   agave 4.1 svm transaction_processor.rs, account_loader.rs, message_processor.rs
 * @module
 */

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
): ExecutionResult {
  return executeBy(runPrograms, transaction, bank, outcome);
}

/** Executes a transaction as `executeTransaction` does, with another executor of instructions. @throws what that one throws */
export function executeBy(
  runInstructions: RunInstructions,
  transaction: RunnableTransaction,
  bank: Bank,
  decided: Outcome,
): ExecutionResult {
  const outcome = resolveOutcome(decided, programsOf(transaction));
  const before = balancesOf(transaction, bank.accounts);
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
      ? resultOfFailure(transaction, outcome)
      : runInstructions(transaction, bank, chargedChanges, outcome);
  if ('feesOnly' in result) return feesOnly(transaction, bank, result.feesOnly, before, script);
  const changes = result.err === null ? chargedChanges : rolledBack(transaction, bank, script);
  setBalances(changes, script);
  if (result.err === null && !bank.protocol.version.changesUntouched) forgetUntouched(transaction, bank, changes);
  const after = balancesOf(transaction, changes);
  return { kind: 'executed', ...result, loadedAccountsDataSize: size, before, after, changes };
}

function feesOnly(
  transaction: RunnableTransaction,
  bank: Bank,
  err: TransactionError,
  before: Balances,
  script: ScriptedEffects | undefined,
): ExecutionResult {
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
  if (version.countsLoadFailures || isActive(gates.loadFailureSize, bank.clock.slot))
    return Math.min(loadedAccountsDataSize(transaction, bank.accounts), Number(maxLoadedBytes));
  const keptAccounts = new Set([keys[0]!, ...(nonce === undefined ? [] : [nonce])]);
  return [...keptAccounts].reduce((size, key) => size + (changes.get(key)?.data.length ?? 0), 0);
}

/**
 * A transaction that is not run: it changes no account, and its limits count as used.
 *
 * Source   agave 4.3 svm transaction_processor.rs NoOpTransaction, transaction_processing_result.rs
 */
function neverRan(
  transaction: RunnableTransaction,
  bank: Bank,
  err: TransactionError,
  before: Balances,
): ExecutionResult {
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
