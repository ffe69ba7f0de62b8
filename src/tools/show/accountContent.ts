import { isJsonObject, type JsonObject, type JsonValue } from '../../codec/jsonText.ts';
import { parseJson } from '../../codec/parseJson.ts';
import type { Row } from '../../ledger/accounts/accountTable.ts';
import { encodeAccount, parsedAccount } from '../../rpc/encoding/account.ts';
import { type Account, dataLength, UnknownBytesError } from '../../solana/account.ts';
import { type Address, compareAddresses, isTokenProgram, SYSTEM_PROGRAM } from '../../solana/address.ts';
import type { ParsedAccount } from '../../solana/programs/parsed.ts';
import { readTokenAccount, kindOf as tokenKindOf } from '../../solana/programs/splToken/layout.ts';
import { listOf, memberAt, objectOf, unlessThrown } from '../jsonValues.ts';
import { type Scene, type SlotStatus, statusOf } from './scene.ts';
import { type TransactionEntry, transactionEntry } from './transactionContent.ts';

/** What is worth knowing of an account at a glance, by its kind. @module */

/** Facts by kind: where the parsed account has each. A kind that is not here has none. */
const FACTS: Readonly<Partial<Record<AccountKind, Readonly<Record<string, string>>>>> = {
  mint: {
    decimals: 'decimals',
    supply: 'supply',
    mintAuthority: 'mintAuthority',
    freezeAuthority: 'freezeAuthority',
  },
  token: { mint: 'mint', owner: 'owner', amount: 'tokenAmount.amount', uiAmount: 'tokenAmount.uiAmountString' },
  multisig: { numRequiredSigners: 'numRequiredSigners', signers: 'signers' },
  nonce: { authority: 'authority', nonce: 'blockhash' },
  stake: {
    staker: 'meta.authorized.staker',
    withdrawer: 'meta.authorized.withdrawer',
    voter: 'stake.delegation.voter',
    stake: 'stake.delegation.stake',
  },
  vote: { nodePubkey: 'nodePubkey', commission: 'commission' },
  lookupTable: { authority: 'authority' },
  program: { programData: 'programData' },
  programData: { authority: 'authority', slot: 'slot' },
  buffer: { authority: 'authority' },
};

/** Facts that are calculated. */
const CALCULATED: Readonly<
  Partial<Record<AccountKind, (info: JsonObject, mint: Address, scene: Scene) => JsonObject>>
> = {
  mint: ({ supply }, mint, scene) => ({ uiSupply: uiSupply(supply, mint, scene) }),
  token: ({ state }) => ({ isFrozen: state === 'frozen' }),
  vote: ({ votes }) => ({ lastVote: memberAt(listOf(votes).at(-1), 'slot') ?? null }),
  lookupTable: ({ addresses }) => ({ addressCount: Array.isArray(addresses) ? addresses.length : null }),
};

/** The same members for all accounts of a kind; null: there is no value. */
function factsOf(account: Account, { kind, parsed }: Recognized, scene: Scene): JsonObject {
  if (kind === 'token' && parsed === undefined) return factsOfUnparsedToken(account);
  const info = objectOf(memberAt(parsed?.parsed, 'info')) ?? {};
  const facts = Object.entries(FACTS[kind] ?? {}).map(([fact, path]) => [
    fact,
    memberAt(info, ...path.split('.')) ?? null,
  ]);
  return { ...Object.fromEntries(facts), ...CALCULATED[kind]?.(info, account.address, scene) };
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

/** What accounts are, in the order in which they are shown. */
export const ACCOUNT_KINDS = [
  'wallet',
  'mint',
  'token',
  'multisig',
  'nonce',
  'stake',
  'vote',
  'lookupTable',
  'program',
  'programData',
  'buffer',
  'config',
  'sysvar',
  'other',
] as const;

export type AccountKind = (typeof ACCOUNT_KINDS)[number];

const BY_PROGRAM: Readonly<Record<string, AccountKind>> = {
  nonce: 'nonce',
  stake: 'stake',
  vote: 'vote',
  config: 'config',
  sysvar: 'sysvar',
};

/** Of programs that have several kinds. */
const BY_TYPE: Readonly<Record<string, AccountKind>> = {
  mint: 'mint',
  account: 'token',
  multisig: 'multisig',
  lookupTable: 'lookupTable',
  program: 'program',
  programData: 'programData',
  buffer: 'buffer',
};

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
  const type = isJsonObject(parsed.parsed) ? `${parsed.parsed.type}` : '';
  return { kind: BY_PROGRAM[parsed.program] ?? BY_TYPE[type] ?? 'other', parsed };
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
  };
}

/** At the processed tip, by kind: first those that scripts name, then by address. */
export function accountEntries(scene: Scene): readonly AccountEntry[] {
  const { view, words } = scene;
  return Array.from(view.accounts.values(), (account) => accountEntry(account, scene)).sort(
    (a, b) =>
      ACCOUNT_KINDS.indexOf(a.kind) - ACCOUNT_KINDS.indexOf(b.kind) ||
      words.rank(a.address) - words.rank(b.address) ||
      compareAddresses(a.address, b.address),
  );
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
  readonly states: readonly AccountState[];
  /** that name it, oldest first */
  readonly transactions: readonly TransactionEntry[];
}

/** `entry` and `account` are those at the processed tip. */
export function accountDetails(address: Address, scene: Scene): AccountDetails {
  const { state, view, words } = scene;
  const ordinals = [...state.history.ordinalsDown(address, state.history.transactionCount)].reverse();
  return {
    address,
    name: words.of(address),
    ...shownAccount(view.account(address), scene),
    states: statesOf(address, scene),
    transactions: ordinals.map((ordinal) => transactionEntry(state.history.transactionAt(ordinal)!, scene)),
  };
}

function shownAccount(account: Account | undefined, scene: Scene): Pick<AccountState, 'entry' | 'account'> {
  if (account === undefined) return { entry: null, account: null };
  return { entry: accountEntry(account, scene), account: parseJson(encodeAccount(account, scene.accountOptions)) };
}

function statesOf(address: Address, scene: Scene): readonly AccountState[] {
  const table = scene.state.accounts.toTable();
  const shownRow = (row: Row) => shownAccount(table.exists(row) ? table.account(row) : undefined, scene);
  const base = table.baseOf(address);
  const first = base === undefined ? [] : [{ slot: null, status: null, ...shownRow(base) }];
  const writes = table.writesOf(address).map((row) => {
    const slot = table.slotOf(row);
    return { slot, status: statusOf(slot, scene), ...shownRow(row) };
  });
  return [...first, ...writes];
}

/** In the form of docs/show.md. */
export function accountJson({ entry, states, ...details }: AccountDetails): JsonObject {
  return {
    ...details,
    kind: entry?.kind ?? null,
    facts: entry?.facts ?? null,
    states: states.map(({ entry: _, ...state }) => state),
  };
}
