import { isJsonObject, type JsonObject, type JsonValue } from '../../codec/jsonText.ts';
import { parseJson } from '../../codec/parseJson.ts';
import type { AccountTable, Row } from '../../ledger/accounts/accountTable.ts';
import { encodeAccount, parsedAccount } from '../../rpc/encoding/account.ts';
import { type Account, dataLength, opaqueForm, UnknownBytesError } from '../../solana/account.ts';
import { type Address, compareAddresses, isTokenProgram, SYSTEM_PROGRAM } from '../../solana/address.ts';
import type { ParsedAccount } from '../../solana/programs/parsed.ts';
import { readTokenAccount, kindOf as tokenKindOf } from '../../solana/programs/splToken/layout.ts';
import { listOf, memberAt, objectOf } from '../jsonValues.ts';
import { type Scene, type SlotStatus, statusOf } from './scene.ts';
import { type TransactionEntry, transactionEntry } from './transactionContent.ts';

/**
 * What is worth knowing of an account at a glance, by its kind.
 * @module
 */

type FactReader = (info: JsonObject, account: Account, scene: Scene) => JsonObject;

/** Those that are not here have none. The same members always; null: there is no value. */
const FACTS: Readonly<Partial<Record<AccountKind, FactReader>>> = {
  mint: (info, { address }, scene) => ({
    decimals: info.decimals ?? null,
    supply: info.supply ?? null,
    uiSupply: uiAmount(info.supply ?? null, address, scene),
    mintAuthority: info.mintAuthority ?? null,
    freezeAuthority: info.freezeAuthority ?? null,
  }),
  token: (info, account, scene) => {
    if (opaqueForm(account) !== undefined) return recordedToken(info);
    const { amount, mint, owner, state } = readTokenAccount(account.data);
    const uiTokenAmount = uiAmount(`${amount}`, mint, scene);
    return { mint, owner, amount: `${amount}`, uiAmount: uiTokenAmount, isFrozen: state === 'frozen' };
  },
  multisig: ({ numRequiredSigners, signers }) => ({
    numRequiredSigners: numRequiredSigners ?? null,
    signers: signers ?? null,
  }),
  nonce: ({ authority, blockhash }) => ({ authority: authority ?? null, nonce: blockhash ?? null }),
  stake: (info) => {
    const delegation = at(info, 'stake', 'delegation');
    return {
      staker: at(info, 'meta', 'authorized', 'staker'),
      withdrawer: at(info, 'meta', 'authorized', 'withdrawer'),
      voter: at(delegation, 'voter'),
      stake: at(delegation, 'stake'),
    };
  },
  vote: (info, account, { parsing }) => {
    if (opaqueForm(account) !== undefined) return recordedVote(info);
    const summary = parsing.parsers.readVoteSummary(account);
    return {
      nodePubkey: summary?.nodePubkey ?? null,
      commission: summary?.commission ?? null,
      lastVote: summary?.lastVote ?? null,
    };
  },
  lookupTable: ({ addresses, authority }) => ({
    authority: authority ?? null,
    addressCount: Array.isArray(addresses) ? addresses.length : null,
  }),
  program: ({ programData }) => ({ programData: programData ?? null }),
  programData: ({ authority, slot }) => ({ authority: authority ?? null, slot: slot ?? null }),
  buffer: ({ authority }) => ({ authority: authority ?? null }),
};

function factsOf(account: Account, { kind, parsed }: Recognized, scene: Scene): JsonObject {
  return FACTS[kind]?.(objectOf(memberAt(parsed?.parsed, 'info')) ?? {}, account, scene) ?? {};
}

/** Of an account whose bytes are not known. */
function recordedToken(info: JsonObject): JsonObject {
  return {
    mint: info.mint ?? null,
    owner: info.owner ?? null,
    amount: at(info, 'tokenAmount', 'amount'),
    uiAmount: at(info, 'tokenAmount', 'uiAmountString'),
    isFrozen: info.state === 'frozen',
  };
}

function recordedVote({ commission, nodePubkey, votes }: JsonObject): JsonObject {
  const lastVote = memberAt(listOf(votes).at(-1), 'slot') ?? null;
  return { nodePubkey: nodePubkey ?? null, commission: commission ?? null, lastVote };
}

/** Null: the mint is not in the ledger, or what its amounts depend on, or its bytes are not known. */
function uiAmount(amount: JsonValue, mint: Address, { parsing }: Scene): string | null {
  if (typeof amount !== 'string' || !/^\d+$/.test(amount)) return null;
  const info = unlessUnknown(() => parsing.context.mintOf(mint));
  return info === undefined ? null : parsing.parsers.showTokenAmount(BigInt(amount), info).uiAmountString;
}

function unlessUnknown<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof UnknownBytesError) return undefined;
    throw error;
  }
}

/** Null where there is no such member. */
function at(value: JsonValue, ...path: readonly string[]): JsonValue {
  return memberAt(value, ...path) ?? null;
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

export interface Recognized {
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
  /** what there is to say of its kind */
  readonly facts: JsonObject;
};

export function accountEntry(
  account: Account,
  scene: Scene,
  recognized: Recognized = recognize(account, scene),
): AccountEntry {
  const { address, lamports, owner } = account;
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

/** At the processed tip: those that scripts name first, then by address. What is parsed is let go of, as there may be many. */
export function accountsByKind(scene: Scene): ReadonlyMap<AccountKind, readonly Account[]> {
  const byKind = new Map<AccountKind, Account[]>();
  for (const account of scene.view.accounts.values()) {
    const { kind } = recognize(account, scene);
    const others = byKind.get(kind);
    if (others === undefined) byKind.set(kind, [account]);
    else others.push(account);
  }
  const { words } = scene;
  for (const accounts of byKind.values())
    accounts.sort((a, b) => words.rank(a.address) - words.rank(b.address) || compareAddresses(a.address, b.address));
  return byKind;
}

/** The beginning of a list, and how long the whole of it is. */
export interface Cut<T> {
  readonly count: number;
  readonly items: readonly T[];
}

/** @param toItem is called for those that are shown only */
export function cut<S, T>(list: Iterable<S>, limit: number, toItem: (source: S) => T): Cut<T> {
  const items: T[] = [];
  let count = 0;
  for (const source of list) {
    if (count < limit) items.push(toItem(source));
    count++;
  }
  return { count, items };
}

/** An account from a slot on, until the next one. */
export interface AccountState {
  /** null: from the beginning */
  readonly slot: bigint | null;
  readonly status: SlotStatus | null;
  /** null: there is no account */
  readonly entry: AccountEntry | null;
  readonly account: JsonValue;
}

/** All that there is to say of an address. */
export interface AccountDetails {
  readonly address: Address;
  readonly name: string | null;
  /** at the processed tip; null: there is no account */
  readonly entry: AccountEntry | null;
  /** as getAccountInfo shows it with jsonParsed; null: there is none */
  readonly account: JsonValue;
  readonly states: readonly AccountState[];
  /** that name it, oldest first */
  readonly transactions: Cut<TransactionEntry>;
}

/** @param limit of transactions */
export function accountDetails(address: Address, scene: Scene, limit: number): AccountDetails {
  const { state, view, words } = scene;
  const ordinals = [...state.history.ordinalsDown(address, state.history.transactionCount)].reverse();
  return {
    address,
    name: words.of(address),
    ...shownAccount(view.account(address), scene),
    states: statesOf(address, scene),
    transactions: cut(ordinals, limit, (ordinal) => transactionEntry(state.history.transactionAt(ordinal)!, scene)),
  };
}

function shownAccount(account: Account | undefined, scene: Scene): Pick<AccountState, 'entry' | 'account'> {
  if (account === undefined) return { entry: null, account: null };
  return { entry: accountEntry(account, scene), account: parseJson(encodeAccount(account, scene.accountOptions)) };
}

function statesOf(address: Address, scene: Scene): readonly AccountState[] {
  const table = scene.state.accounts.toTable();
  const base = table.baseOf(address);
  const states = table.writesOf(address).map((row) => {
    const slot = table.slotOf(row);
    return { slot, status: statusOf(slot, scene), ...shownAccount(accountOf(row, table), scene) };
  });
  if (base === undefined) return states;
  return [{ slot: null, status: null, ...shownAccount(accountOf(base, table), scene) }, ...states];
}

/** Undefined: it was closed. */
function accountOf(row: Row, table: AccountTable): Account | undefined {
  return table.exists(row) ? table.account(row) : undefined;
}

/** In the form of docs/show.md. */
export function accountJson({ account, address, entry, name, states, transactions }: AccountDetails): JsonObject {
  return {
    address,
    name,
    kind: entry?.kind ?? null,
    facts: entry?.facts ?? null,
    account,
    states: states.map(({ account, slot, status }) => ({ slot, status, account })),
    transactions: transactions.items,
  };
}
