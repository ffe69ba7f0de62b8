import { changeOf, SOL_DECIMALS, sol, units } from './format.ts';
import { type Json, memberOf } from './json.ts';
import { AccountLink } from './links.tsx';
import { Table } from './parts.tsx';

/** The accounts of a transaction, with what it changed. */

export function Balances({ balances }: { balances: readonly Json[] }) {
  const areRecorded = balances.some((balance) => memberOf(balance, 'after') !== null);
  const head = ['account', 'role', ...(areRecorded ? ['before', 'after', 'change'] : [])];
  return (
    <>
      <h2>{areRecorded ? 'Accounts and balances' : 'Accounts'}</h2>
      <Table
        label="accounts and balances"
        head={head}
        numbers={['before', 'after', 'change']}
        rows={balances.map((balance) => {
          const [before, after] = [memberOf(balance, 'before'), memberOf(balance, 'after')];
          return [
            <AccountLink
              address={String(memberOf(balance, 'address'))}
              otherName={memberOf(balance, 'name') as string | null}
            />,
            [memberOf(balance, 'signer') && 'signer', memberOf(balance, 'writable') && 'writable']
              .filter(Boolean)
              .join(', ') || 'read',
            sol(before),
            sol(after),
            // without both, the change was not recorded
            before === null || after === null ? (
              '–'
            ) : (
              <Change text={changeOf(before, after, SOL_DECIMALS)} unit=" SOL" />
            ),
          ].slice(0, head.length);
        })}
      />
    </>
  );
}

export function TokenBalances({ balances }: { balances: readonly Json[] }) {
  if (balances.length === 0) return null;
  return (
    <>
      <h2>Token balances</h2>
      <Table
        label="token balances"
        head={['owner', 'mint', 'account', 'before', 'after', 'change']}
        numbers={['before', 'after', 'change']}
        rows={balances.map((balance) => {
          const decimals = Number(memberOf(balance, 'decimals') ?? 0);
          const [before, after] = [memberOf(balance, 'before'), memberOf(balance, 'after')];
          return [
            <AccountLink address={String(memberOf(balance, 'owner'))} />,
            <AccountLink address={String(memberOf(balance, 'mint'))} />,
            <AccountLink address={String(memberOf(balance, 'account'))} />,
            units(before, decimals),
            units(after, decimals),
            <Change text={changeOf(before, after, decimals)} />,
          ];
        })}
      />
    </>
  );
}

function Change({ text, unit = '' }: { text: string; unit?: string }) {
  if (text === '') return null;
  return (
    <b class={text.startsWith('+') ? 'goodText' : 'badText'}>
      {text}
      {unit}
    </b>
  );
}
