import { signal } from '@preact/signals';
import { AccountFacts } from './accountFacts.tsx';
import { useAnswer } from './answers.ts';
import { grouped, sol } from './format.ts';
import { type Json, listOf, memberOf } from './json.ts';
import { AccountLink } from './links.tsx';
import { moves, resets } from './live.ts';
import { names } from './names.ts';
import { Failed, Table } from './parts.tsx';

const filter = signal('');

/** Whether a text is in the name, the address, the kind or the type of an account, or in its facts, such as the mint. */
function isShown(account: Json, text: string): boolean {
  const owners = ['mint', 'owner'].map((fact) => names.value.get(String(memberOf(account, 'facts', fact))) ?? '');
  const texts = ['name', 'address', 'kind'].map((member) => String(memberOf(account, member) ?? ''));
  return [...texts, ...owners, String(memberOf(account, 'described', 'account') ?? '')].some((part) =>
    part.toLowerCase().includes(text),
  );
}

/** All accounts by kind; those with a name come first. */
export function AccountsScreen() {
  const { error, value } = useAnswer('stillnode_show', [], moves, resets);
  const kinds = new Map<string, Json[]>();
  const all = listOf(memberOf(value, 'accounts'));
  for (const account of all.filter((entry) => isShown(entry, filter.value.trim().toLowerCase()))) {
    const kind = String(memberOf(account, 'kind'));
    kinds.set(kind, [...(kinds.get(kind) ?? []), account]);
  }
  const nameByAddress = new Map(
    listOf(memberOf(value, 'accounts')).map((account) => [memberOf(account, 'address'), memberOf(account, 'name')]),
  );
  const leftOut = Number(memberOf(value, 'leftOut', 'accounts') ?? 0);
  return (
    <main aria-busy={value === undefined && error === undefined}>
      <h1>Accounts</h1>
      {error !== undefined && <Failed>{error}</Failed>}
      <p class="row">
        <label>
          filter{' '}
          <input
            type="search"
            value={filter.value}
            placeholder="name, address, kind"
            onInput={(event) => {
              filter.value = event.currentTarget.value;
            }}
          />
        </label>
        <span>
          {[...kinds.values()].flat().length} of {all.length}
          {leftOut > 0 && `; ${leftOut} more are not listed`}
        </span>
      </p>
      {Array.from(kinds, ([kind, accounts]) => (
        <section key={kind}>
          <h2>
            {kind} <span class="dim">{accounts.length}</span>
          </h2>
          <Table
            label={kind}
            head={['account', 'what it holds', 'owner', 'balance', 'bytes']}
            numbers={['balance', 'bytes']}
            rows={accounts.map((account) => [
              <AccountLink
                address={String(memberOf(account, 'address'))}
                otherName={memberOf(account, 'name') as string | null}
              />,
              <AccountFacts account={account} />,
              <AccountLink
                address={String(memberOf(account, 'owner'))}
                otherName={nameByAddress.get(memberOf(account, 'owner')) as string | null}
              />,
              sol(memberOf(account, 'lamports')),
              grouped(String(memberOf(account, 'space'))),
            ])}
          />
        </section>
      ))}
    </main>
  );
}
