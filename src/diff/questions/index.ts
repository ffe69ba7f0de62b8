import type { Dialect } from '../../dialect.ts';
import type { LedgerState } from '../../ledger/state.ts';
import { LedgerView } from '../../ledger/view.ts';
import { accountQuestions } from './accounts.ts';
import { blockQuestions } from './blocks.ts';
import { encodingsOf } from './encodings.ts';
import { COMMITMENT, type Question, question } from './question.ts';
import { runQuestions } from './runs.ts';
import { transactionQuestions } from './transactions.ts';

/**
 * Everything that a ledger can answer and that a node with more than this ledger answers alike, in an order that follows from the
 * ledger. Tips and what hangs on them are not asked for, nor lists of all accounts. One question at a time is made.
 */
export function* questionsOf(state: LedgerState, dialect: Dialect): Iterable<Question> {
  const view = new LedgerView(state, COMMITMENT, { keepOrphan: dialect.orphanBlock === 'allOnes' });
  const { ofAccounts, ofTransactions } = encodingsOf(dialect.acceptsLegacyEncodings);
  if (state.node.genesisHash !== undefined) yield question('getGenesisHash');
  yield* blockQuestions(view, ofTransactions);
  yield* transactionQuestions(view, ofTransactions);
  yield* runQuestions(view);
  yield* accountQuestions(view, ofAccounts);
}
