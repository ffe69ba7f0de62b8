import type { JsonObject, JsonValue } from '../../codec/jsonText.ts';
import { listOf, memberAt, objectOf } from '../../codec/jsonValues.ts';
import { parseJson } from '../../codec/parseJson.ts';
import { unlessThrown } from '../../codec/unlessThrown.ts';
import { encodeAccount, parsedAccount } from '../../rpc/encoding/account.ts';
import { type Account, dataLength, UnknownBytesError } from '../../solana/account.ts';
import { type Address, compareAddresses, isTokenProgram, SYSTEM_PROGRAM } from '../../solana/address.ts';
import type { DescribedAccount } from '../../solana/idl/describe.ts';
import type { ParsedAccount } from '../../solana/programs/parsed.ts';
import { readTokenAccount, kindOf as tokenKindOf } from '../../solana/programs/splToken/layout.ts';
import { type IdlEntry, idlEntry } from './idlContent.ts';
import { firstOf, type LeftOut, type LimitedList, newestOf } from './limitedLists.ts';
import { type Scene, type SlotStatus, statusOf } from './scene.ts';
import { type TransactionEntry, transactionEntriesDown } from './transactionContent.ts';

/** What is worth knowing of an account at a glance, by its kind. @module */

interface Kind {
  readonly heading: string;
  /** the program as jsonParsed names it, or else the type of the parsed account; neither: recognized otherwise */
  readonly program?: string;
  readonly type?: string;
  /** where the parsed account has each fact */
  readonly facts?: Readonly<Record<string, string>>;
  /** facts that are calculated */
  readonly more?: (info: JsonObject, address: Address, scene: Scene) => JsonObject;
}

/** What accounts are, in the order in which they are shown. */
const TABLE = {
  wallet: { heading: 'wallets' },
  mint: {
    heading: 'mints',
    type: 'mint',
    facts: {
      decimals: 'decimals',
      supply: 'supply',
      mintAuthority: 'mintAuthority',
      freezeAuthority: 'freezeAuthority',
    },
    more: ({ supply }, mint, scene) => ({ uiSupply: uiSupply(supply, mint, scene) }),
  },
  token: {
    heading: 'token accounts',
    type: 'account',
    facts: { mint: 'mint', owner: 'owner', amount: 'tokenAmount.amount', uiAmount: 'tokenAmount.uiAmountString' },
    more: ({ state }) => ({ isFrozen: state === 'frozen' }),
  },
  multisig: {
    heading: 'multisigs',
    type: 'multisig',
    facts: { numRequiredSigners: 'numRequiredSigners', signers: 'signers' },
  },
  nonce: { heading: 'nonce accounts', program: 'nonce', facts: { authority: 'authority', nonce: 'blockhash' } },
  stake: {
    heading: 'stake accounts',
    program: 'stake',
    facts: {
      staker: 'meta.authorized.staker',
      withdrawer: 'meta.authorized.withdrawer',
      voter: 'stake.delegation.voter',
      stake: 'stake.delegation.stake',
    },
  },
  vote: {
    heading: 'vote accounts',
    program: 'vote',
    facts: { nodePubkey: 'nodePubkey', commission: 'commission' },
    more: ({ votes }) => ({ lastVote: memberAt(listOf(votes).at(-1), 'slot') ?? null }),
  },
  lookupTable: {
    heading: 'lookup tables',
    type: 'lookupTable',
    facts: { authority: 'authority' },
    more: ({ addresses }) => ({ addressCount: Array.isArray(addresses) ? addresses.length : null }),
  },
  program: { heading: 'programs', type: 'program', facts: { programData: 'programData' } },
  programData: { heading: 'program data', type: 'programData', facts: { authority: 'authority', slot: 'slot' } },
  buffer: { heading: 'buffers of programs', type: 'buffer', facts: { authority: 'authority' } },
  config: { heading: 'config accounts', program: 'config' },
  sysvar: { heading: 'sysvars', program: 'sysvar' },
  other: { heading: 'other accounts' },
} as const satisfies Readonly<Record<string, Kind>>;

export type AccountKind = keyof typeof TABLE;

export const KINDS: Readonly<Record<AccountKind, Kind>> = TABLE;

export const ACCOUNT_KINDS = Object.keys(TABLE) as readonly AccountKind[];

/** The same members for all accounts of a kind; null: there is no value. */
function factsOf(account: Account, { kind, parsed }: Recognized, scene: Scene): JsonObject {
  if (kind === 'token' && parsed === undefined) return factsOfUnparsedToken(account);
  const { facts = {}, more } = KINDS[kind];
  const info = objectOf(memberAt(parsed?.parsed, 'info')) ?? {};
  const read = Object.entries(facts).map(([fact, path]) => [fact, memberAt(info, ...path.split('.')) ?? null]);
  return { ...Object.fromEntries(read), ...more?.(info, account.address, scene) };
}

function factsOfUnparsedToken({ data }: Account): JsonObject {
  const { amount, mint, owner, state } = readTokenAccount(data);
  return { mint, owner, amount: `${amount}`, uiAmount: null, isFrozen: state === 'frozen' };
}

/** Null: what the amount depends on is not in the ledger. */
function uiSupply(supply: JsonValue | undefined, mint: Address, { parsing }: Scene): string | null {
  if (typeof supply !== 'string' || !/^\d+$/.test(supply)) return null;
  const info = unlessThrown([UnknownBytesError], () => parsing.context.mintOf(mint));
  return info === undefined ? null : parsing.parsers.showTokenAmount(BigInt(supply), info).uiAmountString;
}

interface Recognized {
  readonly kind: AccountKind;
  /** undefined: it was not needed, or no parser takes the data */
  readonly parsed?: ParsedAccount | undefined;
}

function recognize(account: Account, { accountOptions, parsing }: Scene): Recognized {
  if (account.owner === SYSTEM_PROGRAM && dataLength(account) === 0) return { kind: 'wallet' };
  const parsed = parsedAccount(account, accountOptions);
  if (account.executable) return { kind: 'program', parsed };
  if (parsed === undefined) return { kind: isTokenAccount(account, parsing) ? 'token' : 'other' };
  const type = memberAt(parsed.parsed, 'type');
  const isOf = (kind: AccountKind) => {
    const { program, type: typeOfKind } = KINDS[kind];
    return program === undefined ? typeOfKind !== undefined && typeOfKind === type : program === parsed.program;
  };
  return { kind: ACCOUNT_KINDS.find(isOf) ?? 'other', parsed };
}

/** A token account whose mint is not in the ledger does not parse. */
function isTokenAccount({ data, owner }: Account, { parsers }: Scene['parsing']): boolean {
  return isTokenProgram(owner) && tokenKindOf(data) === 'account' && parsers.readTokenHolding(data) !== undefined;
}

/** An account on one line. */
export type AccountEntry = {
  readonly address: Address;
  /** of a script, or one that every cluster has, such as `$token` */
  readonly name: string | null;
  readonly kind: AccountKind;
  readonly lamports: bigint;
  readonly owner: Address;
  /** bytes */
  readonly space: number;
  readonly facts: JsonObject;
  /** by the IDL of its program; null: it has none, or the data is not of it */
  readonly described: Pick<DescribedAccount, keyof DescribedAccount> | null;
};

export function accountEntry(account: Account, scene: Scene): AccountEntry {
  const { address, lamports, owner } = account;
  const recognized = recognize(account, scene);
  return {
    address,
    name: scene.words.of(address),
    kind: recognized.kind,
    lamports,
    owner,
    space: dataLength(account),
    facts: factsOf(account, recognized, scene),
    described: scene.descriptions.of(account),
  };
}

/** Accounts at the processed tip, by kind: named by scripts first, then by address. Others are left out first. */
export async function accountEntries(scene: Scene): Promise<LimitedList<AccountEntry>> {
  const { words } = scene;
  const { items, leftOut } = await firstOf(namedFirst(scene), scene, (account) => accountEntry(account, scene));
  const sorted = items.toSorted(
    (a, b) =>
      ACCOUNT_KINDS.indexOf(a.kind) - ACCOUNT_KINDS.indexOf(b.kind) ||
      words.rank(a.address) - words.rank(b.address) ||
      compareAddresses(a.address, b.address),
  );
  return { items: sorted, leftOut };
}

function* namedFirst({ view, words }: Scene): Iterable<Account> {
  for (const address of words.named()) {
    const account = view.account(address);
    if (account !== undefined) yield account;
  }
  for (const account of view.accounts.values()) if (!words.isNamed(account.address)) yield account;
}

/** An account from a slot on, until the next one. */
export interface AccountState {
  /** null: from the beginning */
  readonly slot: bigint | null;
  readonly status: SlotStatus | null;
  /** null: there is no account */
  readonly entry: AccountEntry | null;
  /** as getAccountInfo shows it with jsonParsed; null: there is none */
  readonly account: JsonValue;
}

export interface AccountDetails extends Pick<AccountState, 'entry' | 'account'> {
  readonly address: Address;
  readonly name: string | null;
  /** of a program that has one */
  readonly idl: IdlEntry | null;
  readonly states: readonly AccountState[];
  /** that name it, oldest first */
  readonly transactions: readonly TransactionEntry[];
  readonly leftOut: LeftOut;
}

/** `entry` and `account` are those at the processed tip. */
export async function accountDetails(address: Address, scene: Scene): Promise<AccountDetails> {
  const { state, view, words } = scene;
  const ordinals = state.history.ordinalsDown(address, state.history.transactionCount);
  const current = shownAccount(view.account(address), scene);
  const states = await statesOf(address, scene);
  const transactions = await transactionEntriesDown(ordinals, scene);
  return {
    address,
    name: words.of(address),
    idl: idlEntry(address, scene),
    ...current,
    states: states.items,
    transactions: transactions.items,
    leftOut: {
      described: scene.descriptions.leftOut,
      states: states.leftOut,
      transactions: transactions.leftOut,
    },
  };
}

function shownAccount(account: Account | undefined, scene: Scene): Pick<AccountState, 'entry' | 'account'> {
  if (account === undefined) return { entry: null, account: null };
  return { entry: accountEntry(account, scene), account: parseJson(encodeAccount(account, scene.accountOptions)) };
}

function statesOf(address: Address, scene: Scene): Promise<LimitedList<AccountState>> {
  const table = scene.state.accounts.toTable();
  const base = table.baseOf(address);
  const rows = [...(base === undefined ? [] : [base]), ...table.writesOf(address)];
  return newestOf(rows.toReversed(), scene, (row) => {
    const slot = row === base ? null : table.slotOf(row);
    const account = table.exists(row) ? table.account(row) : undefined;
    return { slot, status: slot === null ? null : statusOf(slot, scene), ...shownAccount(account, scene) };
  });
}

/** In the form of docs/show.md. */
export function accountJson({ entry, states, ...details }: AccountDetails): JsonObject {
  return {
    ...details,
    kind: entry?.kind ?? null,
    facts: entry?.facts ?? null,
    described: entry?.described ?? null,
    states: states.map(({ entry, ...state }) => ({ ...state, described: entry?.described ?? null })),
  };
}
