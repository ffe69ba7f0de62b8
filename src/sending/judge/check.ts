/**
 * What a node checks of a transaction before it loads the accounts that the instructions use. A transaction that fails here is
 * in no block and pays nothing.
 *
 * Source   agave 4.1 accounts-db account_locks.rs; bank/check_transactions.rs; svm transaction_processor.rs
 * @module
 */
import { MAX_PROCESSING_AGE } from '../../ledger/blockhashes.ts';
import { activationSlot } from '../../ledger/features.ts';
import { address } from '../../model/address.ts';
import { budgetFault } from '../../model/computeBudget.ts';
import type { TransactionError } from '../../model/meta.ts';
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

/** increase_tx_account_lock_limit, which is off in all public clusters */
const MORE_LOCKS = address('9LZdXeKGeBV6hRLdxS1rHbHoEUsKqesCC2ZAPTPKJAbK');
const MAX_LOCKS = 64;
const MAX_MORE_LOCKS = 128;

/**
 * The first thing that is wrong with a transaction; undefined where nothing is. Signatures are checked apart from this.
 *
 * @param maxAge how old its blockhash may be, in blocks
 */
export function check(transaction: ResolvedTransaction, bank: Bank, maxAge: bigint): TransactionError | undefined {
  return (
    locksFault(transaction, bank) ??
    budgetFault(transaction.budget) ??
    lifetimeFault(transaction, bank, maxAge) ??
    payerFault(transaction, bank)
  );
}

function locksFault({ keys }: ResolvedTransaction, { view }: Bank): TransactionError | undefined {
  const max = activationSlot(MORE_LOCKS, view) === undefined ? MAX_LOCKS : MAX_MORE_LOCKS;
  if (keys.length > max) return 'TooManyAccountLocks';
  return new Set(keys).size < keys.length ? 'AccountLoadedTwice' : undefined;
}
