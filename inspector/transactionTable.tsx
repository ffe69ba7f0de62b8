import { type Json, listOf, memberOf } from './json.ts';
import { SlotLink, TransactionLink } from './links.tsx';
import { Outcome, Status } from './outcomes.tsx';
import { Table } from './parts.tsx';

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

/** A transaction in one line; empty if it is not in a block. */
export function Summary({ transaction }: { transaction: Json }) {
  const programs = listOf(memberOf(transaction, 'programs')).join(', ');
  return <span class="summary">{String(memberOf(transaction, 'summary') ?? programs)}</span>;
}
