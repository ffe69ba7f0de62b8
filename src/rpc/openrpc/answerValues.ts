import type { InstructionErrorName, TransactionErrorName } from '../../solana/transactionErrors.ts';

/**
 * Values that several methods answer, in the form of `node.request`: slots, heights and times are numbers; lamports and amounts are numbers
 * up to 2^53, and bigints beyond it.
 * @module
 */

/** An integer in a result that may be beyond 2^53: lamports, amounts of tokens, stake. */
export type Amount = number | bigint;

/** A value with the slot of the ledger that it was read in. `apiVersion` is missing in the contract dialect. */
export interface WithContext<Value> {
  context: { apiVersion?: string; slot: number };
  value: Value;
}

/** A value of a notification with the slot that it was read in. */
export interface InSlot<Value> {
  readonly context: { readonly slot: Amount };
  readonly value: Value;
}

type InstructionError = InstructionErrorName | { Custom: number };

/** The error of a transaction. `{ InstructionError: [1, { Custom: 6000 }] }` is error 6000 of the program of the second instruction. */
export type TransactionError =
  | TransactionErrorName
  | { InstructionError: [instruction: number, error: InstructionError] }
  | { DuplicateInstruction: number }
  | { InsufficientFundsForRent: { account_index: number } }
  | { ProgramExecutionTemporarilyRestricted: { account_index: number } };

/** The deprecated form of the error of a transaction. */
export type Status = { Ok: null } | { Err: TransactionError };
