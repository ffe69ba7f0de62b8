import { type Json, listOf, memberOf } from './json.ts';
import { SlotLink, TransactionLink } from './links.tsx';
import { Outcome, Status } from './outcomes.tsx';
import { Table } from './parts.tsx';

/** @param slot of all of them; they have then no column for it */
export function TransactionTable({ slot, transactions }: { transactions: readonly Json[]; slot?: number }) {
  return (
    <Table
      label="transactions"
      head={['transaction', ...(slot === undefined ? ['slot'] : []), 'what it does', 'outcome', 'status']}
      rows={transactions.map((transaction) => [
        <TransactionLink
          signature={String(memberOf(transaction, 'signature'))}
          name={memberOf(transaction, 'name') as string | null}
        />,
        ...(slot === undefined ? [<SlotLink slot={memberOf(transaction, 'slot')} />] : []),
        <Summary transaction={transaction} />,
        <Outcome transaction={transaction} />,
        <Status status={memberOf(transaction, 'status')} />,
      ])}
    />
  );
}

/** The transactions of an answer of `stillnode_show`, newest first; those that were sent and are in no block come before the others. */
export function transactionsIn(value: Json | undefined): readonly Json[] {
  return ['unlanded', 'transactions'].flatMap((list) => [...listOf(memberOf(value, list))].reverse());
}

export function isVote(transaction: Json): boolean {
  const programs = listOf(memberOf(transaction, 'programs'));
  return programs.length === 1 && programs[0] === '$vote';
}

/** A transaction in one line. */
export function Summary({ transaction }: { transaction: Json }) {
  const programs = listOf(memberOf(transaction, 'programs')).join(', ');
  return <span class="summary">{String(memberOf(transaction, 'summary') ?? programs)}</span>;
}
