import { encodeBase64 } from '../../codec/base64.ts';
import { minOf, U64_MAX } from '../../codec/bigints.ts';
import type { JsonValue } from '../../codec/jsonText.ts';
import type { LedgerView } from '../../ledger/view.ts';
import { balancesOf } from '../../runtime/balances.ts';
import { type Bank, bankAt } from '../../runtime/bank.ts';
import type { Balances, ExecutionResult, Executor } from '../../runtime/executor.ts';
import type { SendOutcome } from '../../runtime/sendRule.ts';
import type { ReturnData, TransactionError } from '../../solana/meta.ts';
import { checkedState, createRunnable, feeOf, firstError, MAX_PREFLIGHT_AGE } from './checks.ts';
import { executedOutcome } from './executedOutcome.ts';
import type { SimulationFacts } from './preflightFailure.ts';
import type { ResolvedTransaction } from './sanitizeSent.ts';

/** The simulation of a transaction that no block would take in. */
interface RefusedSimulation {
  readonly kind: 'refused';
  readonly transaction: ResolvedTransaction;
  readonly err: TransactionError;
  /** undefined: a signature is bad, so that nothing else was checked */
  readonly balances: Balances | undefined;
}

export interface SimulatedRun {
  readonly kind: 'run';
  readonly transaction: ResolvedTransaction;
  readonly bank: Bank;
  readonly err: TransactionError | null;
  readonly execution: ExecutionResult;
}

export type Simulation = RefusedSimulation | SimulatedRun;

/** The bank that simulations run on: that of the next block. */
export function simulationBank(view: LedgerView): Bank {
  return bankAt(view, minOf(view.slot + 1n, U64_MAX));
}

/**
 * Simulates a transaction as a preflight does, in the next block; the ledger does not change.
 *
 * @param bank may have the changes of transactions before it
 */
export function simulate(
  transaction: ResolvedTransaction,
  view: LedgerView,
  outcome: SendOutcome,
  execute: Executor,
  bank: Bank = simulationBank(view),
): Simulation {
  const state = checkedState(bank, view);
  const runnable = createRunnable(transaction, state, MAX_PREFLIGHT_AGE);
  const err =
    firstError(transaction, state, MAX_PREFLIGHT_AGE) ?? (outcome.kind === 'refuse' ? outcome.err : undefined);
  if (err !== undefined) return { kind: 'refused', transaction, err, balances: balancesOf(runnable, bank.accounts) };
  const execution = execute(
    runnable,
    bank,
    executedOutcome(outcome, transaction, { when: 'before', state: view.state }),
  );
  return { kind: 'run', transaction, bank, err: execution.err, execution };
}

/** The facts of a simulation that a failed preflight shows besides its error; undefined: no fee was charged. */
export function simulationFacts(simulation: Simulation): SimulationFacts | undefined {
  if (simulation.kind === 'refused') return undefined;
  const { execution, transaction } = simulation;
  return {
    fee: feeOf(transaction),
    loadedAccountsDataSize: execution.loadedAccountsDataSize,
    logs: execution.logs,
    returnData: returnDataJson(execution.returnData),
    unitsConsumed: execution.units,
  };
}

/** The return data as answers show it; null if there is none, or it is empty. */
export function returnDataJson(returnData: ReturnData | undefined): JsonValue {
  if (returnData === undefined || returnData.data.length === 0) return null;
  return { data: [encodeBase64(returnData.data), 'base64'], programId: returnData.programId };
}
