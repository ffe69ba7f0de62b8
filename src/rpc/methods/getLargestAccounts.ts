import { stringifyJson } from '../../codec/jsonText.ts';
import { rpcErrors } from '../../errors.ts';
import type { AccountsAt } from '../../ledger/accounts/accountsAt.ts';
import { nonCirculatingAddresses } from '../../ledger/nonCirculating.ts';
import type { Account } from '../../solana/account.ts';
import { type Address, compareAddresses } from '../../solana/address.ts';
import { type CommitmentWord, readCommitment } from '../params/accountConfig.ts';
import { optional, readBoolean, readStruct, readVariant } from '../params/paramValues.ts';
import { readPositional } from '../params/positional.ts';
import { inContext, type Method, viewAt } from './method.ts';

const MAX_ACCOUNTS = 20;
const FILTERS = ['circulating', 'nonCirculating'] as const;
type Filter = (typeof FILTERS)[number];

interface Params {
  readonly commitment: CommitmentWord | undefined;
  readonly filter: Filter | undefined;
}

/** Source   agave 4.1 rpc.rs get_largest_accounts, accounts.rs load_largest_accounts */
export const getLargestAccounts: Method<Params> = {
  name: 'getLargestAccounts',

  describe: ({ ADDRESS, BOOLEAN, COMMITMENT, contextWith, listOf, objectOf, U64, wordOf }) => ({
    summary: 'the twenty accounts with the most lamports',
    params: {
      'config?': objectOf({
        'filter?': wordOf(...FILTERS),
        'sortResults?': BOOLEAN,
        'commitment?': COMMITMENT,
      }),
    },
    result:
      'context and a list of `{address, lamports}`, at most 20, descending by lamports, then by the bytes of the address',
    schema: contextWith(listOf(objectOf({ address: ADDRESS, lamports: U64 }), MAX_ACCOUNTS)),
    errors: ['notInLedger'],
  }),

  readParams(params) {
    const [configParam] = readPositional(params, 0, 1);
    const config = readStruct(configParam ?? {}, 'RpcLargestAccountsConfig');
    const filter = optional(config.filter, (value) => readVariant(value, FILTERS));
    optional(config.sortResults, readBoolean);
    return { commitment: readCommitment(config), filter };
  },

  answer({ commitment, filter }, context) {
    if (!context.ledger.cluster.allAccounts) throw rpcErrors.notInLedger('that it holds all accounts', 'allAccounts');
    const view = viewAt(context, commitment);
    const { accounts } = view;
    const largest = largestOf(accounts.values(), filterFor(filter, accounts));
    context.reasons?.largestOnly(MAX_ACCOUNTS, accounts.count);
    const list = largest.map(({ address, lamports }) => ({ address, lamports }));
    return inContext(view, stringifyJson(list), context);
  },
};

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
