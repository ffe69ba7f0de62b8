import { type Json, listOf, memberOf } from './json.ts';
import { SlotLink, TransactionLink } from './links.tsx';
import { Outcome, Status } from './outcomes.tsx';
import { Table } from './parts.tsx';

/** Asks `stillnode_show` for summaries of transactions too. */
export const WITH_SUMMARIES: Json = { summaries: true };

export function TransactionTable({ transactions }: { transactions: readonly Json[] }) {
  return (
    <Table
      label="transactions"
      head={['transaction', 'slot', 'what it does', 'outcome', 'status']}
      rows={transactions.map((transaction) => [
        <TransactionLink
          signature={String(memberOf(transaction, 'signature'))}
          name={memberOf(transaction, 'name') as string | null}
        />,
        <SlotLink slot={memberOf(transaction, 'slot')} />,
        <Summary transaction={transaction} />,
        <Outcome transaction={transaction} />,
        <Status status={memberOf(transaction, 'status')} />,
      ])}
    />
  );
}

/** A transaction in one line; of one that is not in a block nothing is known. */
export function Summary({ transaction }: { transaction: Json }) {
  const programs = listOf(memberOf(transaction, 'programs')).join(', ');
  return <span class="summary">{String(memberOf(transaction, 'summary') ?? programs)}</span>;
}
