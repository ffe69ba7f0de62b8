import { signal } from '@preact/signals';
import { useAnswer } from './answers.ts';
import { memberOf } from './json.ts';
import { calls, moves, resets } from './live.ts';
import { Checkbox, Failed } from './parts.tsx';
import { WITH_SUMMARIES } from './showConfig.ts';
import { isVote, TransactionTable, transactionsIn } from './transactionTable.tsx';

const showsVotes = signal(false);

/** All transactions, newest first, by default without votes; those that are in no block come before them. */
export function TransactionsScreen() {
  const { error, value } = useAnswer('stillnode_show', [null, WITH_SUMMARIES], moves, resets, calls);
  const all = transactionsIn(value);
  const listed = showsVotes.value ? all : all.filter((transaction) => !isVote(transaction));
  const leftOut = Number(memberOf(value, 'leftOut', 'transactions') ?? 0);
  return (
    <main aria-busy={value === undefined && error === undefined}>
      <h1>Transactions</h1>
      {error !== undefined && <Failed>{error}</Failed>}
      <p class="row">
        <Checkbox choice={showsVotes}>with votes</Checkbox>
        <span>
          {listed.length} of {all.length}
          {leftOut > 0 && `; ${leftOut} older ones are not listed`}
        </span>
      </p>
      <TransactionTable transactions={listed} />
    </main>
  );
}
