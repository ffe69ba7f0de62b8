import { curlOf } from './asCode.ts';
import { act, ask, fork } from './client.ts';
import { type Json, jsonText, listOf, memberOf } from './json.ts';
import { moves, resets } from './live.ts';
import { AccountLink, Copy, Facts, Failed, SlotLink, sol, Table, TransactionLink, time, useAnswer } from './parts.tsx';
import { Outcome, Status } from './words.tsx';

/** One slot: its block, its transactions, and the accounts that were written in it. */
export function SlotScreen({ slot }: { slot: string }) {
  const { error, value } = useAnswer('stillnode_show', [slot], moves, resets);
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
        <button type="button" onClick={() => void act('reorg', [number])}>
          reorg here
        </button>
        <Copy label="copy as fixture" text={async () => jsonText(await ask('getBlock', params))} />
        <Copy label="copy as curl" text={() => curlOf('getBlock', params, fork.value)} />
        <Copy label="copy as script" text={() => scriptOf(slot)} />
      </p>
      <Facts
        of={{
          status: <Status of={memberOf(value, 'status')} />,
          tips: listOf(memberOf(value, 'tips')).join(', ') || '–',
          parent: <SlotLink slot={memberOf(value, 'parentSlot')} />,
          blockhash: <code>{String(memberOf(value, 'blockhash') ?? '–')}</code>,
          'previous blockhash': <code>{String(memberOf(value, 'previousBlockhash') ?? '–')}</code>,
          height: String(memberOf(value, 'blockHeight') ?? '–'),
          time: time(memberOf(value, 'blockTime')),
        }}
      />
      <h2>Transactions</h2>
      <Transactions of={listOf(memberOf(value, 'transactions'))} />
      <h2>Accounts written</h2>
      <Table
        label="accounts written"
        head={['account', 'kind', 'balance', 'bytes']}
        rows={listOf(memberOf(value, 'accounts')).map((account) => [
          <AccountLink address={String(memberOf(account, 'address'))} />,
          String(memberOf(account, 'kind')),
          sol(memberOf(account, 'lamports')),
          String(memberOf(account, 'space')),
        ])}
      />
      <h2>Rewards</h2>
      <Table
        label="rewards"
        head={['account', 'lamports', 'type']}
        rows={listOf(memberOf(value, 'rewards')).map((reward) => [
          <AccountLink address={String(memberOf(reward, 'pubkey'))} />,
          sol(memberOf(reward, 'lamports')),
          String(memberOf(reward, 'rewardType') ?? '–'),
        ])}
      />
    </main>
  );
}

/** A slot or a transaction as code that goes behind `ledger()`. */
export async function scriptOf(word: string): Promise<string> {
  const script = memberOf(await ask('stillnode_show', [word, { script: true }]), 'script');
  if (typeof script !== 'string') throw new Error('there are too many transactions in this slot');
  return script;
}

export function Transactions({ of }: { of: readonly Json[] }) {
  return (
    <Table
      label="transactions"
      head={['transaction', 'slot', 'status', 'outcome', 'programs', 'memo']}
      rows={of.map((each) => [
        <TransactionLink
          signature={String(memberOf(each, 'signature'))}
          name={memberOf(each, 'name') as string | null}
        />,
        <SlotLink slot={memberOf(each, 'slot')} />,
        <Status of={memberOf(each, 'status')} />,
        <Outcome of={each} />,
        listOf(memberOf(each, 'programs')).join(', '),
        String(memberOf(each, 'memo') ?? ''),
      ])}
    />
  );
}
