import { AccountFacts, kindText } from './accountFacts.tsx';
import { useAnswer } from './answers.ts';
import { curlOf, scriptOf } from './asCode.ts';
import { act, ask, fork } from './client.ts';
import { Copy } from './copy.tsx';
import { sol, time } from './format.ts';
import { type Json, jsonText, listOf, memberOf } from './json.ts';
import { AccountLink, SlotLink } from './links.tsx';
import { moves, resets } from './live.ts';
import { Status } from './outcomes.tsx';
import { Facts, Failed, Table } from './parts.tsx';
import { WITH_SUMMARIES } from './showConfig.ts';
import { TransactionTable } from './transactionTable.tsx';

/** One slot: its block, its transactions, and the accounts that were written in it. */
export function SlotScreen({ slot }: { slot: string }) {
  const { error, value } = useAnswer('stillnode_show', [slot, WITH_SUMMARIES], moves, resets);
  const params: Json[] = [Number(slot), { maxSupportedTransactionVersion: 1, rewards: false }];
  if (error !== undefined)
    return (
      <main>
        <h1>Slot {slot}</h1>
        <Failed>{error}</Failed>
      </main>
    );
  if (value === undefined) return <main aria-busy="true">…</main>;
  const number = Number(slot);
  return (
    <main>
      <h1>Slot {slot}</h1>
      <p class="row">
        <a href={`#/slot/${number - 1}`}>← {number - 1}</a> <a href={`#/slot/${number + 1}`}>{number + 1} →</a>
        <button type="button" class="changes" onClick={() => void act('reorg', [number])}>
          reorg here
        </button>
        <Copy label="copy as fixture" text={async () => jsonText(await ask('getBlock', params))} />
        <Copy label="copy as curl" text={() => curlOf('getBlock', params, fork.value)} />
        <Copy label="copy as script" text={() => scriptOf(slot)} />
      </p>
      <Facts
        facts={{
          status: <Status status={memberOf(value, 'status')} />,
          tips: listOf(memberOf(value, 'tips')).join(', ') || '–',
          parent: <SlotLink slot={memberOf(value, 'parentSlot')} />,
          height: String(memberOf(value, 'blockHeight') ?? '–'),
          time: time(memberOf(value, 'blockTime')),
          blockhash: <code>{String(memberOf(value, 'blockhash') ?? '–')}</code>,
          'previous blockhash': <code>{String(memberOf(value, 'previousBlockhash') ?? '–')}</code>,
        }}
      />
      <h2>Transactions</h2>
      <TransactionTable slot={number} transactions={listOf(memberOf(value, 'transactions'))} />
      <h2>Accounts written</h2>
      <Table
        label="accounts written"
        head={['account', 'kind', 'what it holds', 'balance', 'bytes']}
        numbers={['balance', 'bytes']}
        rows={listOf(memberOf(value, 'accounts')).map((account) => [
          <AccountLink address={String(memberOf(account, 'address'))} />,
          kindText(account),
          <AccountFacts account={account} />,
          sol(memberOf(account, 'lamports')),
          String(memberOf(account, 'space')),
        ])}
      />
      <h2>Rewards</h2>
      <Table
        label="rewards"
        head={['account', 'lamports', 'type']}
        numbers={['lamports']}
        rows={listOf(memberOf(value, 'rewards')).map((reward) => [
          <AccountLink address={String(memberOf(reward, 'pubkey'))} />,
          sol(memberOf(reward, 'lamports')),
          String(memberOf(reward, 'rewardType') ?? '–'),
        ])}
      />
    </main>
  );
}
