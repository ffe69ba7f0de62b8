import type { LedgerView } from '../../ledger/view.ts';
import type { LedgerTransaction } from '../../model/block.ts';
import { newestVersion } from './blocks.ts';
import { COMMITMENT, groupsOf, type Question, question } from './question.ts';

/** as many as a node takes */
const STATUSES = 256;

/** Of every transaction that a view shows, in the order of the history. */
export function* transactionQuestions(view: LedgerView, encodings: readonly string[]): Iterable<Question> {
  for (const transaction of shownTransactions(view)) {
    const { signature, slot } = transaction;
    const common = { commitment: COMMITMENT, maxSupportedTransactionVersion: newestVersion([transaction]) };
    for (const encoding of encodings) yield question('getTransaction', signature, { ...common, encoding });
    if (view.finalizedSlot >= slot) yield question('getTransaction', signature);
  }
  for (const group of groupsOf(shownTransactions(view), STATUSES))
    yield question(
      'getSignatureStatuses',
      group.map(({ signature }) => signature),
      { searchTransactionHistory: true },
    );
}

function* shownTransactions(view: LedgerView): Iterable<LedgerTransaction> {
  for (const transaction of view.state.history.transactions()) if (view.shows(transaction.slot)) yield transaction;
}
