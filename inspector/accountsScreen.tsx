import { useAnswer } from './answers.ts';
import { grouped, sol } from './format.ts';
import { type Json, listOf, memberOf } from './json.ts';
import { AccountLink } from './links.tsx';
import { moves, resets } from './live.ts';
import { Failed, Table } from './parts.tsx';

/** All accounts by kind; those with a name come first. */
export function AccountsScreen() {
  const { error, value } = useAnswer('stillnode_show', [], moves, resets);
  const kinds = new Map<string, Json[]>();
  for (const account of listOf(memberOf(value, 'accounts'))) {
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
      {leftOut > 0 && <p>{leftOut} more are not listed.</p>}
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
              <Facts account={account} />,
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

/** The facts that are shown, if the kind of the account has them. */
const SHOWN_FACTS = ['uiAmount', 'uiSupply', 'decimals', 'isFrozen', 'stake', 'addressCount', 'nonce'] as const;

/** Facts of the kind of an account: tokens with their mint and owner, a supply, a stake. */
function Facts({ account }: { account: Json }) {
  const facts = memberOf(account, 'facts');
  const type = memberOf(account, 'described', 'account');
  const texts = SHOWN_FACTS.flatMap((name) => {
    const fact = memberOf(facts, name);
    if (fact === undefined || fact === null || fact === false) return [];
    if (name === 'stake') return `stake ${sol(fact)}`;
    const text = grouped(String(fact));
    return name === 'uiAmount' ? text : `${name.replace('uiSupply', 'supply')} ${text}`;
  });
  const [mint, owner] = [memberOf(facts, 'mint'), memberOf(facts, 'owner')];
  if (texts.length === 0 && type === undefined && mint === undefined) return null;
  return (
    <>
      {type !== undefined && `${String(memberOf(account, 'described', 'program'))}: ${String(type)} `}
      {texts.join(', ')} {typeof mint === 'string' && <AccountLink address={mint} />}
      {typeof owner === 'string' && (
        <>
          {' '}
          of <AccountLink address={owner} />
        </>
      )}
    </>
  );
}
