import { stringifyJson } from '../../codec/jsonText.ts';
import { rpcErrors } from '../../errors.ts';
import type { AccountsAt } from '../../ledger/accounts/accountsAt.ts';
import { nonCirculatingAddresses } from '../../ledger/nonCirculating.ts';
import type { Account } from '../../solana/account.ts';
import { type Address, compareAddresses } from '../../solana/address.ts';
import { listOf, objectOf, withNote } from '../openrpc/schema.ts';
import { ADDRESS, rpcResponse, U64 } from '../openrpc/schemas.ts';
import { params } from '../params/params.ts';
import { optional, words } from '../params/paramType.ts';
import { orDefaults, struct } from '../params/structType.ts';
import { boolean, commitment } from '../params/usualTypes.ts';
import { inContext, method, viewAt } from './method.ts';

const MAX_ACCOUNTS = 20;
const FILTERS = ['circulating', 'nonCirculating'] as const;
type Filter = (typeof FILTERS)[number];

const largestAccountsConfig = struct('RpcLargestAccountsConfig', {
  commitment,
  filter: optional(words(FILTERS)),
  // the list is sorted in any case
  sortResults: optional(boolean),
});

/** Source   agave 4.1 rpc.rs get_largest_accounts, accounts.rs load_largest_accounts */
export const getLargestAccounts = method({
  name: 'getLargestAccounts',
  summary: 'the twenty accounts with the most lamports',
  params: params({ config: orDefaults(largestAccountsConfig) }),
  result: rpcResponse(
    withNote(
      listOf(objectOf({ address: ADDRESS, lamports: U64 }), MAX_ACCOUNTS),
      'at most 20, descending by lamports, then by the bytes of the address',
    ),
  ),
  errors: ['notInLedger'],

  answer({ config }, context) {
    if (!context.ledger.clusterFacts.allAccounts)
      throw rpcErrors.notInLedger('that it holds all accounts', 'allAccounts');
    const view = viewAt(context, config.commitment);
    const { accounts } = view;
    const largest = largestOf(accounts.values(), filterFor(config.filter, accounts));
    context.reasons?.largestOnly(MAX_ACCOUNTS, accounts.count);
    const list = largest.map(({ address, lamports }) => ({ address, lamports }));
    return inContext(view, stringifyJson(list), context);
  },
});

function filterFor(filter: Filter | undefined, accounts: AccountsAt): (address: Address) => boolean {
  if (filter === undefined) return () => true;
  const nonCirculating = nonCirculatingAddresses(accounts);
  return (address) => nonCirculating.has(address) === (filter === 'nonCirculating');
}

/** Reads the accounts once and keeps only the largest so far. */
function largestOf(accounts: Iterable<Account>, passes: (address: Address) => boolean): readonly Account[] {
  const largest: Account[] = [];
  for (const account of accounts) {
    const last = largest[MAX_ACCOUNTS - 1];
    if (last !== undefined && isLarger(last, account)) continue;
    if (!passes(account.address)) continue;
    const place = largest.findIndex((other) => isLarger(account, other));
    largest.splice(place < 0 ? largest.length : place, 0, account);
    largest.splice(MAX_ACCOUNTS);
  }
  return largest;
}

function isLarger(a: Account, b: Account): boolean {
  return a.lamports === b.lamports ? compareAddresses(a.address, b.address) > 0 : a.lamports > b.lamports;
}
