/**
 * Errors of transactions by what they do to one that is sent.
 *
 * Source   agave 4.1 runtime bank.rs simulate_transaction, svm transaction_processor.rs
 * @module
 */
import type { InstructionErrorName, TransactionErrorName } from './errorTexts.ts';

/** With one of these a transaction is never in a block, and pays nothing. */
export const REFUSING_ERRORS = [
  'AccountLoadedTwice',
  'TooManyAccountLocks',
  'InvalidLoadedAccountsDataSizeLimit',
  'BlockhashNotFound',
  'AlreadyProcessed',
  'AccountNotFound',
  'InvalidAccountForFee',
  'InsufficientFundsForFee',
  'SignatureFailure',
  'ProgramCacheHitMaxLimit',
] as const satisfies readonly TransactionErrorName[];

/** With one of these it is in a block and pays its fee, and nothing of it is run. */
export const FEES_ONLY_ERRORS = [
  'ProgramAccountNotFound',
  'InvalidProgramForExecution',
  'MaxLoadedAccountsDataSizeExceeded',
] as const satisfies readonly TransactionErrorName[];

/** Of a whole transaction that was run, besides the errors of its instructions. */
export const EXECUTED_ERRORS = ['UnbalancedTransaction'] as const satisfies readonly TransactionErrorName[];

export type RefusingError = (typeof REFUSING_ERRORS)[number];
export type FeesOnlyError = (typeof FEES_ONLY_ERRORS)[number];
export type ExecutedError = (typeof EXECUTED_ERRORS)[number] | InstructionErrorName;
