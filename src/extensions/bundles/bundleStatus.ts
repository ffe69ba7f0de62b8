import { RpcError } from '../../errors.ts';
import type { LedgerView } from '../../ledger/view.ts';
import type { Moment } from '../../live/move.ts';
import type { SentBundle } from '../../live/sendQueue.ts';
import { checkedState, lifetimeError, MAX_LANDING_AGE } from '../../rpc/sending/checks.ts';
import { processedView } from '../../rpc/sending/land.ts';
import { sanitize } from '../../rpc/sending/sanitizeSent.ts';
import { bankAt } from '../../runtime/bank.ts';
import type { SentTransaction } from '../../solana/sentTransaction.ts';
import { transactionErrorText } from '../../solana/transactionErrors.ts';

/** What has become of bundles, at the processed tip. */

/** Seconds of the ledger for which a block engine knows a bundle. Source docs.jito.wtf getInflightBundleStatuses */
const KNOWN_SECONDS = 300n;

/** A bundle that the ledger knows, and the reading of the ledger that says what has become of it. */
export interface KnownBundle {
  readonly bundle: SentBundle;
  readonly view: LedgerView;
}

export function findBundle({ sends, state }: Moment, id: string): KnownBundle | undefined {
  const bundle = sends.bundles.find((sent) => sent.id === id);
  return bundle && { bundle, view: processedView(state) };
}

/** The slot that has all transactions of a bundle. Undefined: it has not landed, or its block was dropped. */
export function landedSlot({ bundle, view }: KnownBundle): bigint | undefined {
  const { slot, transactions } = bundle;
  const hasAll = transactions.every(({ signatures }) => view.transaction(signatures[0]!)?.slot === slot);
  return hasAll ? slot : undefined;
}

/** The reason why a bundle lands in no later block; undefined: it may. */
export function failureOf({ bundle, view }: KnownBundle): string | undefined {
  if (bundle.failure !== undefined) return bundle.failure;
  const reasons = bundle.transactions.map((transaction) => endOf(transaction, view));
  const index = reasons.findIndex((reason) => reason !== undefined);
  return index < 0 ? undefined : `transaction ${index + 1} can be in no later block: ${reasons[index]}`;
}

/** The reason why no later block can have a transaction: the end of its lifetime, or that it was processed. */
function endOf(transaction: SentTransaction, view: LedgerView): string | undefined {
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
export function isForgotten({ bundle: { sentAt }, view: { blockTimeSeconds } }: KnownBundle): boolean {
  return sentAt !== null && blockTimeSeconds !== null && blockTimeSeconds - sentAt > KNOWN_SECONDS;
}
