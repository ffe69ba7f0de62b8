import { useState } from 'preact/hooks';
import { curlOf } from './asCode.ts';
import { act, failure, fork } from './client.ts';
import { describedState } from './described.ts';
import { diffOf } from './difference.ts';
import { type Json, jsonText, listOf, memberOf, parseJson } from './json.ts';
import { moves, resets } from './live.ts';
import { AccountLink, Copy, Facts, Failed, JsonView, names, SlotLink, sol, Table, useAnswer } from './parts.tsx';
import { Transactions } from './slotScreen.tsx';

const TOKEN_PROGRAMS = ['TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'];

/** One account, by its address or its name. */
export function AccountScreen({ word }: { word: string }) {
  const { error, value } = useAnswer('stillnode_show', [word], moves, resets);
  const address = String(memberOf(value, 'address') ?? word);
  const params: Json[] = [address, { encoding: 'base64' }];
  const account = memberOf(value, 'account') ?? null;
  return (
    <main aria-busy={value === undefined && error === undefined}>
      <h1>Account {names.value.get(address) ?? ''}</h1>
      {error !== undefined && <Failed>{error}</Failed>}
      <p>
        <code>{address}</code>
      </p>
      <p class="row">
        <Copy label="copy as fixture" text={() => jsonText({ pubkey: address, account })} />
        <Copy label="copy as curl" text={() => curlOf('getAccountInfo', params, fork.value)} />
      </p>
      {account !== null && (
        <Facts
          of={{
            kind: String(memberOf(value, 'kind')),
            balance: sol(memberOf(account, 'lamports')),
            owner: <AccountLink address={String(memberOf(account, 'owner'))} whole />,
            bytes: String(memberOf(account, 'space')),
            executable: memberOf(account, 'executable') ? 'yes' : 'no',
          }}
        />
      )}
      <Described of={memberOf(value, 'described') ?? null} />
      <Idl of={memberOf(value, 'idl') ?? null} />
      <h2>At each commitment</h2>
      <div class="side">
        {(['processed', 'confirmed', 'finalized'] as const).map((commitment) => (
          <AtCommitment key={commitment} address={address} commitment={commitment} />
        ))}
      </div>
      <States of={listOf(memberOf(value, 'states'))} />
      {memberOf(value, 'kind') === 'wallet' && <Tokens owner={address} />}
      <h2>Transactions</h2>
      <Transactions of={[...listOf(memberOf(value, 'transactions'))].reverse()} />
      <Edit key={address} address={address} />
      <details>
        <summary>Raw</summary>
        <RawData params={params} />
      </details>
    </main>
  );
}

/** By the IDL of its program, if the ledger has one. */
function Described({ of }: { of: Json }) {
  if (of === null) return null;
  return (
    <>
      <h2>
        {String(memberOf(of, 'program'))}: {String(memberOf(of, 'account'))}
      </h2>
      <JsonView value={memberOf(of, 'fields')} />
    </>
  );
}

/** What a program has by its IDL. */
function Idl({ of }: { of: Json }) {
  if (of === null) return null;
  const lists = ['accounts', 'instructions', 'events', 'errors'].map(
    (list) => [list, listOf(memberOf(of, list))] as const,
  );
  return (
    <>
      <h2>IDL of {String(memberOf(of, 'program'))}</h2>
      <Facts of={Object.fromEntries(lists.map(([list, items]) => [`${list} (${items.length})`, items.join(', ')]))} />
    </>
  );
}

function AtCommitment({ address, commitment }: { address: string; commitment: string }) {
  const { error, value } = useAnswer(
    'getAccountInfo',
    [address, { encoding: 'jsonParsed', commitment }],
    moves,
    resets,
  );
  return (
    <section class="box">
      <h3>{commitment}</h3>
      {error === undefined ? <JsonView value={memberOf(value, 'value') ?? null} /> : <Failed>{error}</Failed>}
    </section>
  );
}

/** Two states of the account, and what differs. */
function States({ of }: { of: readonly Json[] }) {
  const [from, setFrom] = useState(0);
  const [to, setTo] = useState(-1);
  if (of.length === 0) return null;
  const newer = to < 0 ? of.length - 1 : Math.min(to, of.length - 1);
  const older = Math.min(from, of.length - 1);
  const options = of.map((each, i) => (
    <option key={i} value={i}>
      {memberOf(each, 'slot') === null
        ? 'from the beginning'
        : `slot ${String(memberOf(each, 'slot'))}, ${String(memberOf(each, 'status'))}`}
    </option>
  ));
  const textAt = (i: number) => jsonText(describedState(of[i]));
  return (
    <>
      <h2>States</h2>
      <p class="row">
        <label>
          from{' '}
          <select value={older} onChange={(event) => setFrom(Number(event.currentTarget.value))}>
            {options}
          </select>
        </label>
        <label>
          to{' '}
          <select value={newer} onChange={(event) => setTo(Number(event.currentTarget.value))}>
            {options}
          </select>
        </label>
        <SlotLink slot={memberOf(of[newer], 'slot')} />
      </p>
      <Difference before={textAt(older)} after={textAt(newer)} />
    </>
  );
}

export function Difference({ after, before }: { before: string; after: string }) {
  return (
    <pre class="json">
      {diffOf(before, after).map(({ kind, text }, i) => (
        <div key={i} class={kind}>
          {{ same: '  ', gone: '- ', new: '+ ' }[kind]}
          {text}
        </div>
      ))}
    </pre>
  );
}

function Tokens({ owner }: { owner: string }) {
  const config = { encoding: 'jsonParsed', commitment: 'processed' };
  const answers = [
    useAnswer('getTokenAccountsByOwner', [owner, { programId: TOKEN_PROGRAMS[0]! }, config], moves, resets),
    useAnswer('getTokenAccountsByOwner', [owner, { programId: TOKEN_PROGRAMS[1]! }, config], moves, resets),
  ];
  const accounts = answers.flatMap(({ value }) => listOf(memberOf(value, 'value')));
  return (
    <>
      <h2>Tokens</h2>
      <Table
        label="tokens"
        head={['account', 'mint', 'amount']}
        rows={accounts.map((each) => {
          const info = memberOf(each, 'account', 'data', 'parsed', 'info');
          return [
            <AccountLink address={String(memberOf(each, 'pubkey'))} />,
            <AccountLink address={String(memberOf(info, 'mint'))} />,
            String(memberOf(info, 'tokenAmount', 'uiAmountString') ?? '–'),
          ];
        })}
      />
    </>
  );
}

/** In the words of scripts. */
function Edit({ address }: { address: string }) {
  const [text, setText] = useState('{ "sol": 5 }');
  const [from, setFrom] = useState('processed');
  const set = (event: Event) => {
    event.preventDefault();
    try {
      void act('setAccount', [address, parseJson(text), { from }]);
    } catch (error) {
      failure.value = (error as Error).message;
    }
  };
  return (
    <form onSubmit={set} class="box">
      <h2>Set this account</h2>
      <p>
        <label>
          In the words of scripts: {'{ "sol": 5 }'}, {'{ "tokens": "12.5" }'}, {'{ "mint": { "decimals": 6 } }'}, null
          <textarea rows={3} value={text} onInput={(event) => setText(event.currentTarget.value)} spellcheck={false} />
        </label>
      </p>
      <p class="row">
        <label>
          from{' '}
          <select value={from} onChange={(event) => setFrom(event.currentTarget.value)}>
            <option value="processed">the processed slot on</option>
            <option value="always">always</option>
          </select>
        </label>
        <button type="submit">set</button>
      </p>
    </form>
  );
}

function RawData({ params }: { params: Json[] }) {
  const { value } = useAnswer('getAccountInfo', params, moves);
  return <JsonView value={memberOf(value, 'value') ?? null} />;
}
