import { rpcErrors } from '../../errors.ts';
import type { Block, WireTransaction } from '../../solana/block.ts';

/**
 * The transactions of a block whose bytes are all needed.
 *
 * @param subject what they are needed for
 * Errors   notRecorded -32603 where the recording does not hold them
 */
export function transactionsWithBytes({ slot, transactions }: Block, subject: string): readonly WireTransaction[] {
  if (transactions === undefined) throw rpcErrors.notRecorded(`Block ${slot}`, 'transactionDetails none', subject);
  return transactions.map((transaction) => {
    if (transaction.kind === 'wire') return transaction;
    throw rpcErrors.notRecorded(`Transaction ${transaction.signature}`, transaction.form, subject);
  });
}
