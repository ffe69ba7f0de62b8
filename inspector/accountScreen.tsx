import { useState } from 'preact/hooks';
import { kindText } from './accountFacts.tsx';
import { useAnswer, useAnswers } from './answers.ts';
import { curlOf } from './asCode.ts';
import { act, failure, fork } from './client.ts';
import { Copy } from './copy.tsx';
import { describedState } from './described.ts';
import { DifferenceView } from './differenceView.tsx';
import { sol, units } from './format.ts';
import { type Json, jsonText, listOf, memberOf, parseJson } from './json.ts';
import { AccountLink, JsonView, SlotLink } from './links.tsx';
import { moves, resets } from './live.ts';
import { names } from './names.ts';
import { Facts, Failed, Table } from './parts.tsx';
import { WITH_SUMMARIES } from './showConfig.ts';
import { TransactionTable } from './transactionTable.tsx';

const TOKEN_PROGRAMS = ['TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'];

/** One account, by its address or its name. */
export function AccountScreen({ account: text }: { account: string }) {
  const { error, value } = useAnswer('stillnode_show', [text, WITH_SUMMARIES], moves, resets);
  const address = String(memberOf(value, 'address') ?? text);
  const params: Json[] = [address, { encoding: 'base64', commitment: 'processed' }];
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
          facts={{
            kind: kindText(value),
            balance: sol(memberOf(account, 'lamports')),
            bytes: String(memberOf(account, 'space')),
            executable: memberOf(account, 'executable') ? 'yes' : 'no',
            owner: (
              <AccountLink
                address={String(memberOf(account, 'owner'))}
                otherName={memberOf(value, 'ownerName') as string | null}
                isWhole
              />
            ),
          }}
        />
      )}
      <Described described={memberOf(value, 'described') ?? null} />
      <Idl idl={memberOf(value, 'idl') ?? null} />
      <AtCommitments address={address} />
      <States states={listOf(memberOf(value, 'states'))} answer={value} />
      {memberOf(value, 'kind') === 'wallet' && <Tokens owner={address} />}
      <h2>Transactions</h2>
      <LeftOut value={value} list="transactions" />
      <TransactionTable transactions={[...listOf(memberOf(value, 'transactions'))].reverse()} />
      {value !== undefined && <Edit key={address} address={address} shownAccount={value} />}
      <details>
        <summary>Raw</summary>
        <RawData params={params} />
      </details>
    </main>
  );
}

/** The number of older items of a list that are not shown; empty: it has all. */
function LeftOut({ list, value }: { list: 'states' | 'transactions'; value: Json | undefined }) {
  const leftOut = Number(memberOf(value, 'leftOut', list) ?? 0);
  return leftOut === 0 ? null : (
    <p class="dim">
      {leftOut} older {list} are not listed
    </p>
  );
}

/** The fields of an account by the IDL of its program. */
function Described({ described }: { described: Json }) {
  if (described === null) return null;
  return (
    <>
      <h2>
        {String(memberOf(described, 'program'))}: {String(memberOf(described, 'account'))}
      </h2>
      <JsonView value={memberOf(described, 'fields')} />
    </>
  );
}

function Idl({ idl }: { idl: Json }) {
  if (idl === null) return null;
  const lists = ['accounts', 'instructions', 'events', 'errors'].map(
    (list) => [list, listOf(memberOf(idl, list))] as const,
  );
  return (
    <>
      <h2>IDL of {String(memberOf(idl, 'program'))}</h2>
      <Facts
        facts={Object.fromEntries(lists.map(([list, items]) => [`${list} (${items.length})`, items.join(', ')]))}
      />
    </>
  );
}

const COMMITMENTS = ['processed', 'confirmed', 'finalized'] as const;

/** The account at each commitment, equal ones once. */
function AtCommitments({ address }: { address: string }) {
  const answers = useAnswers(
    'getAccountInfo',
    COMMITMENTS.map((commitment) => [address, { encoding: 'jsonParsed', commitment }]),
    moves,
    resets,
  );
  const groups = new Map<string, { commitments: string[]; value: Json }>();
  for (const [i, answer] of answers.entries()) {
    const value = memberOf(answer, 'value') ?? null;
    const group = groups.get(jsonText(value));
    if (group === undefined) groups.set(jsonText(value), { commitments: [COMMITMENTS[i]!], value });
    else group.commitments.push(COMMITMENTS[i]!);
  }
  return (
    <>
      <h2>At each commitment</h2>
      <div class="side">
        {Array.from(groups.values(), ({ commitments, value }) => (
          <section class="box" key={commitments[0]}>
            <h3>{commitments.join(', ')}</h3>
            <JsonView value={value} />
          </section>
        ))}
      </div>
    </>
  );
}

/** Two states of the account, and their difference. */
function States({ answer, states }: { answer: Json | undefined; states: readonly Json[] }) {
  const [from, setFrom] = useState(0);
  const [to, setTo] = useState(-1);
  if (states.length === 0) return null;
  const newer = to < 0 ? states.length - 1 : Math.min(to, states.length - 1);
  const older = Math.min(from, states.length - 1);
  const options = states.map((state, i) => (
    <option key={i} value={i}>
      {memberOf(state, 'slot') === null
        ? 'from the beginning'
        : `slot ${String(memberOf(state, 'slot'))}, ${String(memberOf(state, 'status'))}`}
    </option>
  ));
  const textAt = (i: number) => jsonText(describedState(states[i]));
  return (
    <>
      <h2>States</h2>
      <LeftOut value={answer} list="states" />
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
        <SlotLink slot={memberOf(states[newer], 'slot')} />
      </p>
      <DifferenceView before={textAt(older)} after={textAt(newer)} />
    </>
  );
}

function Tokens({ owner }: { owner: string }) {
  const config = { encoding: 'jsonParsed', commitment: 'processed' };
  const answers = [
    useAnswer('getTokenAccountsByOwner', [owner, { programId: TOKEN_PROGRAMS[0]! }, config], moves, resets),
    useAnswer('getTokenAccountsByOwner', [owner, { programId: TOKEN_PROGRAMS[1]! }, config], moves, resets),
  ];
  const accounts = answers.flatMap(({ value }) => listOf(memberOf(value, 'value')));
  if (accounts.length === 0) return null;
  return (
    <>
      <h2>Tokens</h2>
      <Table
        label="tokens"
        head={['mint', 'amount', 'account']}
        numbers={['amount']}
        rows={accounts.map((account) => {
          const info = memberOf(account, 'account', 'data', 'parsed', 'info');
          return [
            <AccountLink address={String(memberOf(info, 'mint'))} />,
            units(memberOf(info, 'tokenAmount', 'amount'), Number(memberOf(info, 'tokenAmount', 'decimals') ?? 0)),
            <AccountLink address={String(memberOf(account, 'pubkey'))} />,
          ];
        })}
      />
    </>
  );
}

/** The account that is shown as a script writes it, for a form to begin with. */
function asInScript(shownAccount: Json): Json {
  const account = memberOf(shownAccount, 'account') ?? null;
  const tokens = memberOf(shownAccount, 'facts', 'uiAmount');
  const [bytes] = listOf(memberOf(account, 'data'));
  if (memberOf(shownAccount, 'kind') === 'token' && typeof tokens === 'string') return { tokens };
  if (memberOf(shownAccount, 'kind') === 'mint') {
    const { decimals = 0, uiSupply } = memberOf(shownAccount, 'facts') as { readonly [fact: string]: Json };
    return { mint: { decimals, ...(typeof uiSupply === 'string' && { supply: uiSupply }) } };
  }
  if (typeof bytes === 'string' && bytes !== '') {
    const [owner = null, lamports = 0] = [memberOf(account, 'owner'), memberOf(account, 'lamports')];
    return { raw: { owner, lamports, data: { base64: bytes } } };
  }
  return account === null ? { sol: 5 } : { lamports: memberOf(account, 'lamports') ?? 0 };
}

/** A form that sets the account, written as in a script. */
function Edit({ address, shownAccount }: { address: string; shownAccount: Json }) {
  const [text, setText] = useState(() => jsonText(asInScript(shownAccount)));
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
    <form onSubmit={set} class="box changes">
      <h2>Set this account</h2>
      <p>
        <label>
          As in a script: {'{ "sol": 5 }'}, {'{ "tokens": "12.5" }'}, {'{ "mint": { "decimals": 6 } }'}, null
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
  const { value } = useAnswer('getAccountInfo', params, moves, resets);
  return <JsonView value={memberOf(value, 'value') ?? null} />;
}
