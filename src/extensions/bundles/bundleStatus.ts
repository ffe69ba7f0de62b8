import { RpcError } from '../../errors.ts';
import { type LedgerView, processedView } from '../../ledger/view.ts';
import type { Moment } from '../../live/move.ts';
import type { SentBundle } from '../../live/sendQueue.ts';
import { checkedState, lifetimeError, MAX_LANDING_AGE } from '../../rpc/sending/checks.ts';
import { sanitize } from '../../rpc/sending/sanitizeSent.ts';
import { bankAt } from '../../runtime/bank.ts';
import type { SentTransaction } from '../../solana/sentTransaction.ts';
import { transactionErrorText } from '../../solana/transactionErrors.ts';

/** The states of bundles at the processed tip. @module */

/** Seconds of the ledger for which a block engine knows a bundle. Source docs.jito.wtf getInflightBundleStatuses */
const KNOWN_SECONDS = 300n;

/** A bundle that was sent to the ledger, and the view of the processed tip. */
export interface KnownBundle {
  readonly sent: SentBundle;
  readonly view: LedgerView;
}

export function findBundle({ sends, state }: Moment, id: string): KnownBundle | undefined {
  const sent = sends.bundles.find((bundle) => bundle.id === id);
  return sent && { sent, view: processedView(state) };
}

/** The slot that has all transactions of a bundle. Undefined: it has not landed, or its block was dropped. */
export function landedSlot({ sent, view }: KnownBundle): bigint | undefined {
  const { slot, transactions } = sent;
  const hasAll = transactions.every(({ signatures }) => view.transaction(signatures[0]!)?.slot === slot);
  return hasAll ? slot : undefined;
}

/** The reason why a bundle can no longer land; undefined: it can. */
export function failureOf({ sent, view }: KnownBundle): string | undefined {
  if (sent.failure !== undefined) return sent.failure;
  const reasons = sent.transactions.map((transaction) => expiryReason(transaction, view));
  const index = reasons.findIndex((reason) => reason !== undefined);
  return index < 0 ? undefined : `transaction ${index + 1} can be in no later block: ${reasons[index]}`;
}

/** The reason why a transaction can no longer land: its lifetime has ended, or it was processed. Undefined: it can. */
function expiryReason(transaction: SentTransaction, view: LedgerView): string | undefined {
  try {
    const state = checkedState(bankAt(view, view.slot + 1n), view);
    const error = lifetimeError(sanitize(transaction, view), state, MAX_LANDING_AGE);
    return error === undefined ? undefined : transactionErrorText(error);
  } catch (error) {
    if (error instanceof RpcError) return error.message;
    throw error;
  }
}

/** Whether a bundle was sent so long ago that a block engine has forgotten it. */
export function isForgotten({ sent: { sentAt }, view: { blockTimeSeconds } }: KnownBundle): boolean {
  return sentAt !== null && blockTimeSeconds !== null && blockTimeSeconds - sentAt > KNOWN_SECONDS;
}
