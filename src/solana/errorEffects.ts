import { isJsonObject } from '../codec/jsonText.ts';
import type { TransactionError } from './meta.ts';
import type { TransactionErrorName } from './transactionErrors.ts';

/**
 * Errors of transactions by their effect on a transaction that is sent.
 *
 * Source   agave 4.1 runtime bank.rs simulate_transaction, svm transaction_processor.rs
 * @module
 */

/**
 * Errors of transactions that are refused: they pay nothing, and are in no block. Where SIMD-0290 is active, transactions with
 * `NEVER_RAN_ERRORS` are in blocks.
 */
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

/** Errors of transactions that are in a block and pay their fee, but are not run. */
export const FEES_ONLY_ERRORS = [
  'ProgramAccountNotFound',
  'InvalidProgramForExecution',
  'MaxLoadedAccountsDataSizeExceeded',
] as const satisfies readonly TransactionErrorName[];

/** Errors of a payer that cannot pay: such a transaction may be in a block without having run where SIMD-0290 is active. */
export const NEVER_RAN_ERRORS = [
  'AccountNotFound',
  'InvalidAccountForFee',
  'InsufficientFundsForFee',
] as const satisfies readonly TransactionErrorName[];

/** Whether the payer cannot pay, or would be left without rent. */
export function isNeverRanError(err: TransactionError): boolean {
  if (typeof err === 'string') return NEVER_RAN_ERRORS.some((name) => name === err);
  const rent = isJsonObject(err) ? err.InsufficientFundsForRent : undefined;
  return isJsonObject(rent) && Number(rent.account_index) === 0;
}

export function isFeesOnlyError(err: TransactionError): boolean {
  return FEES_ONLY_ERRORS.some((name) => name === err);
}

/** Errors of a whole transaction that was run, besides those of its instructions. */
export const EXECUTED_ERRORS = ['UnbalancedTransaction'] as const satisfies readonly TransactionErrorName[];
