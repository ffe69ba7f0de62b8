import type { RunnableTransaction } from '../runtime/transactions/transaction.ts';
import type { SendBank } from './bank.ts';
import { livesByNonce } from './judge/lifetime.ts';
import { feeOf } from './judge/payer.ts';
import type { ResolvedTransaction } from './judge/sanitize.ts';

/** A transaction that has passed the judge, as the runtime takes it. */
export function runnable(transaction: ResolvedTransaction, bank: SendBank, maxAge: bigint): RunnableTransaction {
  const { budget, isSigner, isWritable, keys, message } = transaction;
  return {
    message,
    keys,
    isSigner,
    isWritable,
    fee: feeOf(transaction),
    nonce: livesByNonce(transaction, bank, maxAge),
    unitLimit: budget.unitLimit,
    maxLoadedBytes: budget.loadedDataLimit,
  };
}
