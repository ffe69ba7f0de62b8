/** Which accounts of the final state are written down, and under which file names. */
import { DERIVED, DERIVED_ROLES } from './derived.mjs';
import { KEY, ROLES } from './keys.mjs';
import { LOOKUP_TABLE, MEMO, MEMO_V1, UPGRADEABLE_LOADER, VOTE } from './natives.mjs';
import { ASSOCIATED_TOKEN, NATIVE_MINT, SYSTEM, TOKEN, TOKEN_2022 } from './tokens.mjs';

/** Every rent-exempt account; the executor leaves the field at 0. */
const RENT_EPOCH = 18446744073709551615n;

/** Accounts that every cluster has. */
const COMMON = {
  systemProgram: SYSTEM,
  voteProgram: VOTE,
  stakeProgram: 'Stake11111111111111111111111111111111111111',
  computeBudgetProgram: 'ComputeBudget111111111111111111111111111111',
  upgradeableLoader: UPGRADEABLE_LOADER,
  lookupTableProgram: LOOKUP_TABLE,
  memoProgram: MEMO,
  memoV1Program: MEMO_V1,
  tokenProgram: TOKEN,
  token2022Program: TOKEN_2022,
  associatedTokenProgram: ASSOCIATED_TOKEN,
  nativeMint: NATIVE_MINT,
  clockSysvar: 'SysvarC1ock11111111111111111111111111111111',
  epochRewardsSysvar: 'SysvarEpochRewards1111111111111111111111111',
  epochScheduleSysvar: 'SysvarEpochSchedu1e111111111111111111111111',
  lastRestartSlotSysvar: 'SysvarLastRestartS1ot1111111111111111111111',
  recentBlockhashesSysvar: 'SysvarRecentB1ockHashes11111111111111111111',
  rentSysvar: 'SysvarRent111111111111111111111111111111111',
  slotHashesSysvar: 'SysvarS1otHashes111111111111111111111111111',
  stakeHistorySysvar: 'SysvarStakeHistory1111111111111111111111111',
  stakeConfig: 'StakeConfig11111111111111111111111111111111',
};

/** `[{ name, address, role }]` of what the ledger is about, those that exist no longer included. */
export const CAST = [
  ...Object.entries(ROLES).map(([name, role]) => ({ name, address: KEY[name], role })),
  ...Object.entries(DERIVED_ROLES).map(([name, role]) => ({ name, address: DERIVED[name], role })),
];

const NAME_OF = new Map([
  ...CAST.map(({ name, address }) => [address, name]),
  ...Object.entries(COMMON).map(([name, address]) => [address, name]),
]);

/** `{ name, json }` of every account that exists: those with a name, and those that a transaction names. */
export function finalAccounts(svm, namedInTransactions) {
  const addresses = new Set([...NAME_OF.keys(), ...namedInTransactions]);
  const accounts = [...addresses].map((address) => svm.getAccount(address)).filter(({ exists }) => exists);
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
