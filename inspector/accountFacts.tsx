import { grouped, sol } from './format.ts';
import { type Json, memberOf } from './json.ts';
import { AccountLink } from './links.tsx';

/** The kind of an account and its balances, as lists of accounts show them. */

/** The kind of an account; of a program with an IDL its type. */
export function kindText(account: Json | undefined): string {
  const described = memberOf(account, 'described') ?? null;
  if (described === null) return String(memberOf(account, 'kind'));
  return `${String(memberOf(described, 'program'))}: ${String(memberOf(described, 'account'))}`;
}

/** The facts that are shown, if the kind of the account has them. */
const SHOWN_FACTS = ['uiAmount', 'uiSupply', 'decimals', 'isFrozen', 'stake', 'addressCount', 'nonce'] as const;

/** Facts of the kind of an account: tokens with their mint and owner, a supply, a stake. */
export function AccountFacts({ account }: { account: Json }) {
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
