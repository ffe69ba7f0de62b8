import type { Address } from '../solana/address.ts';
import type { InnerInstructions, ReturnData, TokenBalance, TransactionError } from '../solana/meta.ts';
import type { U64 } from '../solana/u64.ts';
import type { Changes } from './accounts/changes.ts';
import type { Bank } from './bank.ts';
import type { Outcome } from './outcome.ts';
import type { ProgramError } from './programError.ts';
import type { RunnableTransaction } from './runnableTransaction.ts';

/** The balances of the accounts of a transaction. */
export interface Balances {
  /** lamports, one per account */
  readonly lamports: readonly U64[];
  readonly tokens: readonly TokenBalance[];
}

/** The result of an executed transaction, as its block has it. The bank changes when `changes` are committed. */
export interface Execution {
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
export type Executor = (transaction: RunnableTransaction, bank: Bank, outcome: Outcome) => Execution;
