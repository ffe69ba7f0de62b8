import { jsonInteger } from '../../codec/json.ts';
import type { LedgerView } from '../../ledger/view.ts';
import type { Block, LedgerTransaction } from '../../model/block.ts';
import { COMMITMENT, type Question, question } from './question.ts';

const DETAILS = ['full', 'accounts', 'signatures', 'none'] as const;

/** Of every block that a view shows, in the order of slots. */
export function* blockQuestions(view: LedgerView, encodings: readonly string[]): Iterable<Question> {
  for (const slot of view.state.history.slotsFrom(0n)) {
    const content = view.slotContent(slot);
    if (content.kind === 'block') yield* questionsOf(content.block, view, encodings);
  }
}

function* questionsOf(block: Block, view: LedgerView, encodings: readonly string[]): Iterable<Question> {
  const slot = jsonInteger(block.slot);
  const common = { commitment: COMMITMENT, maxSupportedTransactionVersion: newestVersion(block.transactions ?? []) };
  for (const transactionDetails of DETAILS)
    for (const encoding of encodings) yield question('getBlock', slot, { ...common, encoding, transactionDetails });
  yield question('getBlock', slot, { ...common, encoding: 'json', transactionDetails: 'full', rewards: false });
  if (view.finalizedSlot >= block.slot) yield question('getBlock', slot);
  yield question('getBlockTime', slot);
}

/** As high as they need, and not higher: some nodes refuse what they do not know. */
export function newestVersion(transactions: readonly LedgerTransaction[]): number {
  return transactions.some(({ version }) => version === 1) ? 1 : 0;
}
