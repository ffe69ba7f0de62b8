import { encodeBase64 } from '../../codec/base64.ts';
import { listOf, memberAt, objectOf } from '../../codec/foreignJson.ts';
import { JsonFragment, type JsonObject, type JsonValue } from '../../codec/jsonText.ts';
import { parseJson } from '../../codec/parseJson.ts';
import { unlessThrown } from '../../codec/unlessThrown.ts';
import { encodeAccount, parsedAccount } from '../../rpc/encoding/account.ts';
import { type Account, dataLength, UnknownBytesError } from '../../solana/account.ts';
import { type Address, compareAddresses, isTokenProgram, SYSTEM_PROGRAM } from '../../solana/address.ts';
import type { DescribedAccount } from '../../solana/idl/describe.ts';
import type { ParsedAccount } from '../../solana/programs/parserTypes.ts';
import { readTokenAccount, tokenKindOf } from '../../solana/programs/splToken/layout.ts';
import type { MembersOf, ShowContext } from './context.ts';
import { type IdlEntry, idlEntry } from './idlContent.ts';
import { firstItems, type LeftOut, type LimitedList, newestItems } from './limitedLists.ts';
import { type SlotStatus, statusOf } from './slotStatus.ts';
import { newestTransactionEntries, type TransactionEntry } from './transactionContent.ts';

/**
 * The content of accounts: their kinds, and the facts of each kind.
 * @module
 */

interface Kind {
  readonly program?: string;
  /** the type of the parsed account, for kinds without `program` */
  readonly type?: string;
  /** paths into the parsed account by the names of facts */
  readonly facts?: Readonly<Record<string, string>>;
  readonly more?: (info: JsonObject, address: Address, context: ShowContext) => JsonObject;
}

const TABLE = {
  wallet: {},
  mint: {
    type: 'mint',
    facts: {
      decimals: 'decimals',
      supply: 'supply',
      mintAuthority: 'mintAuthority',
      freezeAuthority: 'freezeAuthority',
    },
    more: ({ supply }, mint, context) => ({ uiSupply: uiSupply(supply, mint, context) }),
  },
  token: {
    type: 'account',
    facts: { mint: 'mint', owner: 'owner', amount: 'tokenAmount.amount', uiAmount: 'tokenAmount.uiAmountString' },
    more: ({ state }) => ({ isFrozen: state === 'frozen' }),
  },
  multisig: {
    type: 'multisig',
    facts: { numRequiredSigners: 'numRequiredSigners', signers: 'signers' },
  },
  nonce: { program: 'nonce', facts: { authority: 'authority', nonce: 'blockhash' } },
  stake: {
    program: 'stake',
    facts: {
      staker: 'meta.authorized.staker',
      withdrawer: 'meta.authorized.withdrawer',
      voter: 'stake.delegation.voter',
      stake: 'stake.delegation.stake',
    },
  },
  vote: {
    program: 'vote',
    facts: { nodePubkey: 'nodePubkey', commission: 'commission' },
    more: ({ votes }) => ({ lastVote: memberAt(listOf(votes).at(-1), 'slot') ?? null }),
  },
  lookupTable: {
    type: 'lookupTable',
    facts: { authority: 'authority' },
    more: ({ addresses }) => ({ addressCount: Array.isArray(addresses) ? addresses.length : null }),
  },
  program: { type: 'program', facts: { programData: 'programData' } },
  programData: { type: 'programData', facts: { authority: 'authority', slot: 'slot' } },
  buffer: { type: 'buffer', facts: { authority: 'authority' } },
  config: { program: 'config' },
  sysvar: { program: 'sysvar' },
  other: {},
} as const satisfies Readonly<Record<string, Kind>>;

export type AccountKind = keyof typeof TABLE;

const KINDS: Readonly<Record<AccountKind, Kind>> = TABLE;

export const ACCOUNT_KINDS = Object.keys(TABLE) as readonly AccountKind[];

/** The facts of an account. All accounts of a kind have the same members; null: a value is missing. */
function factsOf(account: Account, { kind, parsed }: Recognized, context: ShowContext): JsonObject {
  if (kind === 'token' && parsed === undefined) return factsOfUnparsedToken(account);
  const { facts = {}, more } = KINDS[kind];
  const info = objectOf(memberAt(parsed?.parsed, 'info')) ?? {};
  const parsedFacts = Object.entries(facts).map(([fact, path]) => [fact, memberAt(info, ...path.split('.')) ?? null]);
  return { ...Object.fromEntries(parsedFacts), ...more?.(info, account.address, context) };
}

function factsOfUnparsedToken({ data }: Account): JsonObject {
  const { amount, mint, owner, state } = readTokenAccount(data);
  return { mint, owner, amount: `${amount}`, uiAmount: null, isFrozen: state === 'frozen' };
}

/** The supply as decimal text; null: the ledger does not have what it depends on. */
function uiSupply(supply: JsonValue | undefined, mint: Address, { parsing }: ShowContext): string | null {
  if (typeof supply !== 'string' || !/^\d+$/.test(supply)) return null;
  const info = unlessThrown([UnknownBytesError], () => parsing.context.mintOf(mint));
  return info === undefined ? null : parsing.parsers.showTokenAmount(BigInt(supply), info).uiAmountString;
}

interface Recognized {
  readonly kind: AccountKind;
  /** the account in jsonParsed; undefined: not needed, or not possible */
  readonly parsed?: ParsedAccount | undefined;
}

function recognize(account: Account, { accountOptions, parsing }: ShowContext): Recognized {
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

/** Whether this is a token account that cannot be parsed, because its mint is not in the ledger. */
function isTokenAccount({ data, owner }: Account, { parsers }: ShowContext['parsing']): boolean {
  return isTokenProgram(owner) && tokenKindOf(data) === 'account' && parsers.readTokenHolding(data) !== undefined;
}

export type AccountEntry = {
  readonly address: Address;
  /** a name in a script, or one that every cluster has, such as `$token` */
  readonly name: string | null;
  readonly kind: AccountKind;
  readonly lamports: bigint;
  readonly owner: Address;
  readonly space: number;
  readonly facts: JsonObject;
  /** the account as the IDL of its program describes it; null: the IDL does not, or the program has none */
  readonly described: MembersOf<DescribedAccount> | null;
};

export function accountEntry(account: Account, context: ShowContext): AccountEntry {
  const { address, lamports, owner } = account;
  const recognized = recognize(account, context);
  return {
    address,
    name: context.names.get(address),
    kind: recognized.kind,
    lamports,
    owner,
    space: dataLength(account),
    facts: factsOf(account, recognized, context),
    described: context.descriptions.describe(account),
  };
}

/** Accounts at the processed tip, by kind, in each kind by name and address. Accounts that scripts do not name are left out first. */
export async function accountEntries(context: ShowContext): Promise<LimitedList<AccountEntry>> {
  const { names } = context;
  const { items, leftOut } = await firstItems(namedFirst(context), context, (account) =>
    accountEntry(account, context),
  );
  const sorted = items.toSorted(
    (a, b) =>
      ACCOUNT_KINDS.indexOf(a.kind) - ACCOUNT_KINDS.indexOf(b.kind) ||
      names.rank(a.address) - names.rank(b.address) ||
      compareAddresses(a.address, b.address),
  );
  return { items: sorted, leftOut };
}

function* namedFirst({ names, view }: ShowContext): Iterable<Account> {
  for (const address of names.scriptAddresses()) {
    const account = view.account(address);
    if (account !== undefined) yield account;
  }
  for (const account of view.accounts.values()) if (!names.isNamedInScript(account.address)) yield account;
}

/** An account from a slot on, until the next state. */
export interface ShownState {
  /** null: from the beginning */
  readonly slot: bigint | null;
  readonly status: SlotStatus | null;
  /** null: the account does not exist */
  readonly entry: AccountEntry | null;
  /** the account in getAccountInfo with jsonParsed; null: it does not exist. Its `data` is null where the same bytes are shown already, or too many others */
  readonly account: JsonValue;
}

export interface AccountDetails extends Pick<ShownState, 'entry' | 'account'> {
  readonly address: Address;
  readonly name: string | null;
  /** the name of the program that owns it, such as `$system` */
  readonly ownerName: string | null;
  readonly idl: IdlEntry | null;
  readonly states: readonly ShownState[];
  readonly transactions: readonly TransactionEntry[];
  readonly leftOut: LeftOut;
}

/** The details of an account. `entry` and `account` are those at the processed tip. */
export async function accountDetails(address: Address, context: ShowContext): Promise<AccountDetails> {
  const { names, state, view } = context;
  const ordinals = state.history.ordinalsDown(address, state.history.transactionCount);
  const bytes = new ShownBytes();
  const current = shownAccount(view.account(address), context, bytes);
  const states = await statesOf(address, context, bytes);
  const transactions = await newestTransactionEntries(ordinals, context);
  return {
    address,
    name: names.get(address),
    ownerName: current.entry && names.get(current.entry.owner),
    idl: idlEntry(address, context),
    ...current,
    states: states.items,
    transactions: transactions.items,
    leftOut: {
      described: context.descriptions.leftOut,
      states: states.leftOut,
      transactions: transactions.leftOut,
    },
  };
}

function shownAccount(
  account: Account | undefined,
  context: ShowContext,
  bytes: ShownBytes,
): Pick<ShownState, 'entry' | 'account'> {
  if (account === undefined) return { entry: null, account: null };
  return { entry: accountEntry(account, context), account: encodedAccount(account, context, bytes) };
}

/** The account in getAccountInfo with jsonParsed. Its bytes become JSON text here: a program of 10 MB is neither parsed nor searched for characters to escape. */
function encodedAccount(account: Account, { accountOptions }: ShowContext, bytes: ShownBytes): JsonValue {
  const withoutBytes = { ...accountOptions, dataSlice: { offset: 0n, length: 0n } };
  const json = parseJson(encodeAccount(account, withoutBytes)) as JsonObject;
  return Array.isArray(json.data) ? { ...json, data: bytes.encode(account.data) } : json;
}

/** Bytes up to this length are shown with each state. */
const MAX_REPEATED_BYTES = 1024;

/** The limit for all other bytes of one answer: the largest account, and some of its older states. */
const MAX_BYTES = 2 ** 24;

/** The bytes of an account that are shown already: longer ones are shown once, up to a limit. */
class ShownBytes {
  readonly #shown: Uint8Array[] = [];
  #room = MAX_BYTES;

  encode(data: Uint8Array): JsonValue {
    if (data.length > MAX_REPEATED_BYTES) {
      if (data.length > this.#room || this.#shown.some((other) => Buffer.compare(other, data) === 0)) return null;
      this.#shown.push(data);
      this.#room -= data.length;
    }
    return new JsonFragment(`["${encodeBase64(data)}","base64"]`);
  }
}

function statesOf(address: Address, context: ShowContext, bytes: ShownBytes): Promise<LimitedList<ShownState>> {
  const table = context.state.accounts.toTable();
  const base = table.baseOf(address);
  const rows = [...(base === undefined ? [] : [base]), ...table.writesOf(address)];
  return newestItems(rows.toReversed(), context, (row) => {
    const slot = row === base ? null : table.slotOf(row);
    const account = table.exists(row) ? table.account(row) : undefined;
    return { slot, status: slot === null ? null : statusOf(slot, context), ...shownAccount(account, context, bytes) };
  });
}

/** Writes the details in the form of docs/show.md. */
export function accountJson({ entry, states, ...details }: AccountDetails): JsonObject {
  return {
    ...details,
    kind: entry?.kind ?? null,
    facts: entry?.facts ?? null,
    described: entry?.described ?? null,
    states: states.map(({ entry, ...state }) => ({ ...state, described: entry?.described ?? null })),
  };
}
