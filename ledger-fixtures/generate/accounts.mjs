/** Which accounts of the final state are written down, and under which file names. */
import { DERIVED, DERIVED_ROLES } from './derived.mjs';
import { KEY, ROLES } from './keys.mjs';
import { LOOKUP_TABLE, MEMO, MEMO_V1 } from './natives.mjs';
import { ASSOCIATED_TOKEN, NATIVE_MINT, TOKEN, TOKEN_2022 } from './tokens.mjs';

/** Every rent-exempt account; the executor leaves the field at 0. */
const RENT_EPOCH = 18446744073709551615n;

/** `[{ name, address, role }]` of what the ledger is about, those that exist no longer included. */
export const CAST = [
  ...Object.entries(ROLES).map(([name, role]) => ({ name, address: KEY[name], role })),
  ...Object.entries(DERIVED_ROLES).map(([name, role]) => ({ name, address: DERIVED[name], role })),
];

const NAME_OF = new Map(CAST.map(({ name, address }) => [address, name]));

/** Owners of the programs and sysvars that every cluster has: `cluster` in ledger.json gives them to the ledger. */
const CLUSTER_OWNERS = new Set([
  'NativeLoader1111111111111111111111111111111',
  'Sysvar1111111111111111111111111111111111111',
]);
const CLUSTER_PROGRAMS = new Set([
  ...[ASSOCIATED_TOKEN, LOOKUP_TABLE, MEMO, MEMO_V1, TOKEN, TOKEN_2022, NATIVE_MINT],
  ...['Stake11111111111111111111111111111111111111', 'StakeConfig11111111111111111111111111111111'],
]);

const isOfCluster = ({ address, programAddress }) =>
  CLUSTER_OWNERS.has(programAddress) || CLUSTER_PROGRAMS.has(address);

/** `{ name, json }` of every account that exists and that not every cluster has: those with a name, and those that a transaction names. */
export function finalAccounts(svm, namedInTransactions) {
  const addresses = new Set([...NAME_OF.keys(), ...namedInTransactions]);
  const accounts = [...addresses]
    .map((address) => svm.getAccount(address))
    .filter((account) => account.exists && !isOfCluster(account));
  return accounts.map((account) => ({ name: NAME_OF.get(account.address) ?? account.address, json: keyed(account) }));
}

/** As `solana account --output json` writes it. */
function keyed({ address, lamports, data, programAddress, executable }) {
  const account = {
    lamports,
    data: [Buffer.from(data).toString('base64'), 'base64'],
    owner: programAddress,
    executable,
    rentEpoch: RENT_EPOCH,
    space: data.length,
  };
  return { pubkey: address, account };
}
