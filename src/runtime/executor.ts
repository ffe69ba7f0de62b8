import type { Address } from '../solana/address.ts';
import type { InnerInstructions, ReturnData, TokenBalance, TransactionError } from '../solana/meta.ts';
import type { U64 } from '../solana/u64.ts';
import type { Changes } from './accounts/changes.ts';
import type { Bank } from './bank.ts';
import type { Outcome, Success } from './outcome.ts';
import type { ProgramError } from './programError.ts';
import type { RunnableTransaction } from './runnableTransaction.ts';

/** The balances of the accounts of a transaction. */
export interface Balances {
  /** lamports, one per account */
  readonly lamports: readonly U64[];
  readonly tokens: readonly TokenBalance[];
}

/** The result of a transaction, as its block has it. The bank changes when `changes` are committed. */
export interface ExecutionResult {
  /** `feesOnly`: nothing of it was run; `neverRan`: its payer could not even pay */
  readonly kind: 'executed' | 'feesOnly' | 'neverRan';
  readonly err: TransactionError | null;
  readonly logs: readonly string[];
  readonly units: bigint;
  readonly inner: readonly InnerInstructions[];
  readonly returnData: ReturnData | undefined;
  /** programs whose effect is not known: they succeeded and changed nothing */
  readonly assumed: readonly Address[];
  /** bytes */
  readonly loadedAccountsDataSize: number;
  readonly before: Balances;
  readonly after: Balances;
  readonly changes: Changes;
  /** the reason why an instruction failed, if it is known in words */
  readonly failure?: InstructionFailure | undefined;
}

/** The error of an instruction of the message. */
export interface InstructionFailure {
  readonly index: number;
  readonly error: ProgramError;
}

/** Executes a transaction that has passed every check before. */
export type Executor = (transaction: RunnableTransaction, bank: Bank, outcome: Outcome) => ExecutionResult;

/** The part of the result that the instructions of a transaction decide. */
export type InstructionsResult = Pick<
  ExecutionResult,
  'err' | 'logs' | 'units' | 'inner' | 'returnData' | 'assumed' | 'failure'
>;

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
) => InstructionsResult | FeesOnly;

/** An outcome with the effects that a script gives it. */
export type Decided<T> = T & Pick<Outcome, 'script'>;
