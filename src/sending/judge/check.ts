/**
 * What a node checks of a transaction before it loads the accounts that the instructions use. A transaction that fails here is
 * in no block and pays nothing.
 *
 * Source   agave 4.1 bank/check_transactions.rs; svm transaction_processor.rs
 * @module
 */
import { MAX_PROCESSING_AGE } from '../../ledger/blockhashes.ts';
import { budgetFault } from '../../model/computeBudget.ts';
import type { TransactionError } from '../../model/meta.ts';
import { locksFault } from '../../runtime/transactions/refusals.ts';
import type { Bank } from './bank.ts';
import { lifetimeFault } from './lifetime.ts';
import { payerFault } from './payer.ts';
import type { ResolvedTransaction } from './sanitize.ts';

/** How old a blockhash may be, in blocks, to go into the next block. */
export const MAX_LANDING_AGE: bigint = MAX_PROCESSING_AGE;

/**
 * The same where a transaction is only looked at: it takes a while to reach a leader.
 *
 * Source   solana clock 3.0 MAX_TRANSACTION_FORWARDING_DELAY
 */
export const MAX_PREFLIGHT_AGE: bigint = MAX_PROCESSING_AGE - 6n;

/**
 * The first thing that is wrong with a transaction; undefined where nothing is. Signatures are checked apart from this.
 *
 * @param maxAge how old its blockhash may be, in blocks
 */
export function check(transaction: ResolvedTransaction, bank: Bank, maxAge: bigint): TransactionError | undefined {
  return (
    locksFault(transaction.keys, bank.view) ??
    budgetFault(transaction.budget) ??
    lifetimeFault(transaction, bank, maxAge) ??
    payerFault(transaction, bank)
  );
}
