import type { LedgerView } from '../../../ledger/view.ts';
import type { LedgerTransaction } from '../../../solana/block.ts';
import { describeError, type ErrorContext, failedInstructionText } from '../../../solana/idl/describeError.ts';
import type { TransactionError } from '../../../solana/meta.ts';
import { describeFailure, idlProgramsOf } from '../../encoding/describedTransaction.ts';
import { type ReasonSink, transactionName } from './reasonSink.ts';

/** Largest number of failed transactions that are named: one answer may have a thousand. */
const MAX_NAMED = 5;

/** Adds the errors of the transactions of an answer, if the IDL of a program has them. */
export function failedTransactions(
  reasons: ReasonSink,
  transactions: readonly LedgerTransaction[],
  { state }: LedgerView,
): void {
  const texts = transactions.flatMap((transaction) => {
    const error = describeFailure(transaction, state);
    return error === undefined
      ? []
      : `${transactionName(transaction.signature, state)}: ${failedInstructionText(error)}`;
  });
  for (const text of texts.slice(0, MAX_NAMED)) reasons.add(text);
  const more = texts.length - MAX_NAMED;
  if (more > 0) reasons.add(`${more} more failed with errors of programs that have an IDL: stillnode_show names each`);
}

/** Adds the error of a transaction that is not in the ledger. */
export function programError(
  reasons: ReasonSink,
  err: TransactionError,
  context: ErrorContext,
  { state }: LedgerView,
): void {
  const error = describeError(err, context, idlProgramsOf(state));
  if (error !== undefined) reasons.add(failedInstructionText(error));
}
