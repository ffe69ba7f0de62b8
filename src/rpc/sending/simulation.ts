import { encodeBase64 } from '../../codec/base64.ts';
import { least, U64_MAX } from '../../codec/bigints.ts';
import type { JsonValue } from '../../codec/jsonText.ts';
import { type RpcError, rpcErrors } from '../../errors.ts';
import type { LedgerView } from '../../ledger/view.ts';
import { type Bank, bankAt } from '../../runtime/bank.ts';
import { balancesOn } from '../../runtime/execute.ts';
import { NotModelledError } from '../../runtime/notModelled.ts';
import type { Balances, Execution, Executor } from '../../runtime/runnableTransaction.ts';
import type { SendOutcome } from '../../runtime/sendRule.ts';
import type { Address } from '../../solana/address.ts';
import type { ReturnData, TransactionError } from '../../solana/meta.ts';
import { checkedState, createRunnable, feeOf, firstError, MAX_PREFLIGHT_AGE, type SimulationFacts } from './checks.ts';
import { executedOutcome } from './executedOutcome.ts';
import type { ResolvedTransaction } from './sanitizeSent.ts';
import { instructionName } from './sendMatch.ts';

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
  readonly execution: Execution;
}

export type Simulation = RefusedSimulation | SimulatedRun;

/** Simulates a transaction as a preflight does, in the next block; the ledger does not change. */
export function simulate(
  transaction: ResolvedTransaction,
  view: LedgerView,
  outcome: SendOutcome,
  execute: Executor,
): Simulation {
  const bank = bankAt(view, least(view.slot + 1n, U64_MAX));
  const state = checkedState(bank, view);
  const runnable = createRunnable(transaction, state, MAX_PREFLIGHT_AGE);
  const err =
    firstError(transaction, state, MAX_PREFLIGHT_AGE) ?? (outcome.kind === 'refuse' ? outcome.err : undefined);
  if (err !== undefined) return { kind: 'refused', transaction, err, balances: balancesOn(runnable, bank) };
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

export function returnDataJson(returnData: ReturnData | undefined): JsonValue {
  if (returnData === undefined || returnData.data.length === 0) return null;
  return { data: [encodeBase64(returnData.data), 'base64'], programId: returnData.programId };
}

/**
 * Programs that this process has warned of, each in one line. The number is limited, because a client can invent any program.
 */
const warnedPrograms = new Set<Address>();
const MAX_WARNED = 100;

/** Warns of programs whose effect is not known. */
export function warnOfAssumed(programs: readonly Address[]): void {
  for (const program of programs) {
    if (warnedPrograms.has(program) || warnedPrograms.size >= MAX_WARNED) continue;
    warnedPrograms.add(program);
    process.emitWarning(assumedText(program), { code: 'STILLNODE_ASSUMED' });
  }
}

export function assumedText(program: Address): string {
  return `the program ${program} is not modelled, so its instructions are assumed to succeed and to change nothing: a rule of stillnode_onSend says what they do, and execute: 'litesvm' (--execute litesvm) runs the program`;
}

/** The answer to a transaction with an effect that is not known. */
export function notModelledRefusal({ instruction, part }: NotModelledError): RpcError {
  const { accounts, data, program } = instruction;
  const name = instructionName({ programId: program, accounts: accounts.map(({ address }) => address), data });
  const unnamed = `an instruction of the program ${program}`;
  return rpcErrors.notModelled(part ?? (name === undefined ? unnamed : `the instruction \`${name}\``));
}

/** @throws RpcError where `run` throws NotModelledError */
export function refuseNotModelled<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw error instanceof NotModelledError ? notModelledRefusal(error) : error;
  }
}
