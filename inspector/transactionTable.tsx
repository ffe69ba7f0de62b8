import { type Json, listOf, memberOf } from './json.ts';
import { SlotLink, TransactionLink } from './links.tsx';
import { Outcome, Status } from './outcomes.tsx';
import { Table } from './parts.tsx';

export function TransactionTable({ transactions }: { transactions: readonly Json[] }) {
  return (
    <Table
      label="transactions"
      head={['transaction', 'slot', 'status', 'outcome', 'programs', 'memo']}
      rows={transactions.map((transaction) => [
        <TransactionLink
          signature={String(memberOf(transaction, 'signature'))}
          name={memberOf(transaction, 'name') as string | null}
        />,
        <SlotLink slot={memberOf(transaction, 'slot')} />,
        <Status status={memberOf(transaction, 'status')} />,
        <Outcome transaction={transaction} />,
        listOf(memberOf(transaction, 'programs')).join(', '),
        String(memberOf(transaction, 'memo') ?? ''),
      ])}
    />
  );
}
