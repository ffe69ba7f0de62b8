import { isJsonObject } from '../codec/jsonText.ts';
import type { TransactionError } from './meta.ts';
import type { TransactionErrorName } from './transactionErrors.ts';

/**
 * Errors of transactions by what they do to one that is sent.
 *
 * Source   agave 4.1 runtime bank.rs simulate_transaction, svm transaction_processor.rs
 * @module
 */

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

/** Of a payer that cannot pay: with one of these a transaction may be in a block and never have run. SIMD-0290 */
export const NEVER_RAN_ERRORS = [
  'AccountNotFound',
  'InvalidAccountForFee',
  'InsufficientFundsForFee',
] as const satisfies readonly TransactionErrorName[];

/** One of these, or that of a payer that would be left without rent. */
export function isNeverRanError(err: TransactionError): boolean {
  if (typeof err === 'string') return NEVER_RAN_ERRORS.some((name) => name === err);
  const rent = isJsonObject(err) ? err.InsufficientFundsForRent : undefined;
  return isJsonObject(rent) && Number(rent.account_index) === 0;
}

export function isFeesOnlyError(err: TransactionError): boolean {
  return FEES_ONLY_ERRORS.some((name) => name === err);
}

/** Of a whole transaction that was run, besides the errors of its instructions. */
export const EXECUTED_ERRORS = ['UnbalancedTransaction'] as const satisfies readonly TransactionErrorName[];
