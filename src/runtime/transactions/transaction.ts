import type { Account } from '../../model/account.ts';
import type { Address } from '../../model/address.ts';
import type { InnerInstructions, ReturnData, TokenBalance, TransactionError, U64 } from '../../model/meta.ts';
import type { Additions, StandsFor } from '../../model/sendRule.ts';
import type { Message } from '../../model/transaction.ts';
import type { Accounts, Changes, Moment } from '../accounts/accounts.ts';
import type { MinimumBalance } from './rent.ts';

/** A transaction that may be executed: its message keeps the rules, and its lookup tables were read. */
export interface RunnableTransaction {
  readonly message: Message;
  /** in index order: static ones, then those that tables loaded */
  readonly keys: readonly Address[];
  isSigner(index: number): boolean;
  isWritable(index: number): boolean;
  /** lamports */
  readonly fee: bigint;
  /** the account whose nonce is its lifetime */
  readonly nonce: Address | undefined;
  /** compute units that it may consume */
  readonly unitLimit: bigint;
  /** bytes of accounts that it may load */
  readonly maxLoadedBytes: bigint;
}

/** What transactions are executed on. */
export interface Bank {
  readonly accounts: Accounts;
  readonly moment: Moment;
  readonly minimumBalance: MinimumBalance;
  /** whether a program has to be there to be called */
  readonly isStrict: boolean;
  /** seconds since 1970 by the Clock, i64 */
  readonly unixTimestamp: bigint;
  /** As programs read it in this block; undefined: there is no such sysvar. */
  sysvar(address: Address): Account | undefined;
}

/** What becomes of a transaction in place of what its programs would do. */
export type DecidedOutcome =
  | {
      readonly kind: 'failed';
      readonly err: TransactionError;
      readonly logs?: readonly string[];
      readonly units?: bigint;
    }
  | { readonly kind: 'feesOnly'; readonly err: TransactionError }
  /** the programs do what they do, and the rest comes in addition */
  | { readonly kind: 'succeeded'; readonly additions?: Additions; readonly standsFor?: StandsFor };

/** The balances of the accounts of a transaction. */
export interface Balances {
  /** lamports, one an account */
  readonly lamports: readonly U64[];
  readonly tokens: readonly TokenBalance[];
}

/** What became of a transaction that pays its fee. Nothing of it is in the bank before its changes are committed. */
export interface Execution {
  /** `feesOnly`: nothing of it was run */
  readonly kind: 'executed' | 'feesOnly';
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
}

/** Executes a transaction that has passed every check before. */
export type Executor = (transaction: RunnableTransaction, bank: Bank, outcome: DecidedOutcome) => Execution;
