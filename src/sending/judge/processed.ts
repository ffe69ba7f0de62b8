import type { LedgerView } from '../../ledger/view.ts';
import type { LedgerTransaction, WireTransaction } from '../../model/block.ts';
import { messageBytesOf } from '../../model/messageBytes.ts';
import type { SentTransaction } from '../../model/sentTransaction.ts';

/**
 * Whether the chain of a view has the message of a transaction, whatever it was signed with.
 *
 * @param since the lowest slot that may have it, as it names a blockhash from before
 * Source   agave 4.1 bank/check_transactions.rs is_transaction_already_processed
 */
export function isInChain(transaction: SentTransaction, view: LedgerView, since: bigint): boolean {
  const same = findBySignature(transaction, view);
  if (same !== undefined && (same.kind === 'opaque' || hasMessage(same, transaction))) return true;
  for (const other of withMessage(transaction, view, since)) if (hasMessage(other, transaction)) return true;
  return false;
}

function findBySignature({ signatures }: SentTransaction, view: LedgerView): LedgerTransaction | undefined {
  const [signature] = signatures;
  return signature === undefined ? undefined : view.transaction(signature);
}

/** Signers may sign the same message twice in two ways, so that the signature does not find it. */
function* withMessage(
  { message, messageBytes }: SentTransaction,
  view: LedgerView,
  since: bigint,
): Iterable<WireTransaction> {
  const { history } = view.state;
  const end = history.firstOrdinalAt(view.slot + 1n);
  for (const ordinal of history.ordinalsOfMessage(messageBytes, message.accountKeys[0]!, end)) {
    const transaction = history.transactionAt(ordinal)!;
    if (transaction.slot < since) return;
    if (transaction.kind === 'wire' && view.shows(transaction.slot)) yield transaction;
  }
}

/** The blockhash is compared first: that is cheap, and mostly tells them apart. */
function hasMessage(recorded: WireTransaction, { message, messageBytes }: SentTransaction): boolean {
  if (recorded.recentBlockhash !== message.recentBlockhash) return false;
  return Buffer.compare(messageBytesOf(recorded), messageBytes) === 0;
}
