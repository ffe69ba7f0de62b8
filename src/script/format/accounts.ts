import { isJsonObject } from '../../codec/jsonText.ts';
import { ownerAndMintOf } from '../../syntax/addressExpressionText.ts';
import type { Cursor } from '../../syntax/cursor.ts';
import { located } from '../../syntax/readers.ts';
import {
  anyOf,
  blockhash,
  boolean,
  described,
  entries,
  list,
  named,
  nullable,
  type ObjectOf,
  object,
  optional,
  readObject,
  readParts,
  syntax,
  text,
  u8,
  u32,
  u64,
  withDefault,
} from '../../syntax/syntax.ts';
import {
  ACCOUNT_LAMPORTS,
  type AddressNode,
  type AmountNode,
  address,
  amount,
  bytes,
  keyAddress,
  lamportsAlone,
  lamportsOf,
  literalOf,
  type Place,
  readKeyAddressNode,
} from '../../syntax/values.ts';
import { mintExtensions, tokenExtensions } from './extensionNodes.ts';
import { type MetadataNode, metadata } from './metadataNodes.ts';
import { byIdl } from './programs.ts';
import { stakeAccount } from './stakeNodes.ts';

/** Kinds of accounts besides wallets and accounts of programs with an IDL; docs/fixtures.md describes each. */
export const ACCOUNT_KINDS = {
  mint: object({
    decimals: u8,
    program: optional(address, 'default: $token; with extensions $token2022'),
    authority: optional(address, 'may mint; default: none'),
    freezeAuthority: optional(address, 'default: none'),
    supply: optional(amount, 'default: the sum of the token accounts of the script'),
    extensions: optional(mintExtensions, 'of Token-2022, in the order in which they are initialized'),
  }),
  tokens: described(amount, 'of the account that $ata(owner,mint) names'),
  token: object({
    mint: address,
    owner: address,
    amount: optional(amount, 'default: none'),
    delegate: optional(object({ to: address, amount })),
    frozen: withDefault(boolean, false),
    extensions: optional(tokenExtensions, 'of Token-2022, besides those that the mint requires'),
  }),
  multisig: object({
    required: described(u8, 'how many have to sign'),
    signers: described(list(address), '1 to 11'),
    program: optional(address, 'default: $token'),
  }),
  nonce: object({
    authority: address,
    nonce: optional(blockhash, 'base58 of 32 bytes; default: derived from the address'),
  }),
  stake: stakeAccount,
  lookupTable: object({
    authority: optional(address),
    addresses: described(list(address), 'up to 256'),
  }),
  raw: object({
    owner: described(address, 'a program'),
    data: withDefault(bytes, new Uint8Array()),
    executable: withDefault(boolean, false),
    rentEpoch: optional(u64),
  }),
};

/** An account of a program that has an IDL. */
const PROGRAM_ACCOUNT = {
  program: described(syntax(located(text), text.schema), 'its name under programs'),
  account: described(syntax(located(text), text.schema), 'its type in the IDL'),
  fields: optional(byIdl, 'by name; a missing one is 0, false, empty or none'),
  space: optional(u32, 'bytes; default: as many as the fields take'),
};

const MINT_METADATA = { metadata: optional(metadata, 'of Metaplex, in a separate account') };

const KIND_NAMES = Object.keys(ACCOUNT_KINDS) as readonly (keyof typeof ACCOUNT_KINDS)[];

type KindsTable = ObjectOf<typeof ACCOUNT_KINDS>;
type KindName = Exclude<keyof KindsTable, 'tokens'>;

/** The kind of an account; an account under `tokens` is a token account. */
export type AccountKind =
  | { readonly kind: 'wallet' }
  | ({ readonly kind: 'program' } & ObjectOf<typeof PROGRAM_ACCOUNT>)
  | { [K in KindName]: { readonly kind: K } & (K extends 'token' ? TokenKind : KindsTable[K]) }[KindName];

type TokenKind = KindsTable['token'] & { readonly amount: AmountNode };

/** An account as a script describes it: before the first slot, or after a transaction. */
export interface AccountNode {
  readonly address: AddressNode;
  readonly at: Place;
  readonly accountKind: AccountKind;
  /** undefined: none for a wallet, the rent-exempt minimum for any other account */
  readonly lamports: bigint | undefined;
  /** metadata of a mint, in a separate account */
  readonly metadata?: MetadataNode | undefined;
}

/** An account: `{sol: 5}`, or the member of a kind, with or without lamports. */
export const account = named(
  'account',
  anyOf(
    readAccount,
    described(lamportsAlone, 'a wallet'),
    object({ ...PROGRAM_ACCOUNT, ...ACCOUNT_LAMPORTS }, 'an account of a program with an IDL'),
    object(
      { mint: ACCOUNT_KINDS.mint, ...MINT_METADATA, ...ACCOUNT_LAMPORTS },
      { not: { required: ['lamports', 'sol'] } },
    ),
    ...KIND_NAMES.filter((kind) => kind !== 'mint').map((kind) =>
      object({ [kind]: ACCOUNT_KINDS[kind], ...ACCOUNT_LAMPORTS }, { maxProperties: 2 }),
    ),
  ),
);

/** `{address: what it is}` */
export const accounts = entries(keyAddress, account);

/** An account as a transaction leaves it. */
export interface AccountAfterNode {
  readonly address: AddressNode;
  readonly at: Place;
  /** null: it is closed */
  readonly account: AccountNode | null;
}

/** `{address: what it is, or null}` */
export const accountsAfter = entries(keyAddress, anyOf(readAccountAfter, nullable(account)));

/** Reads an account as a transaction leaves it; its address is the key of the member. Undefined: there is a mistake, which was reported. */
export function readAccountAfter(at: Cursor): AccountAfterNode | undefined {
  const address = readKeyAddressNode(at);
  const after = at.value === null ? null : readAccount(at);
  return address && after !== undefined ? { address, at, account: after } : undefined;
}

function readAccount(at: Cursor): AccountNode | undefined {
  if (!isJsonObject(at.value)) return at.expected('an object', accountHint(at));
  const addressNode = readKeyAddressNode(at);
  if (at.member('program').value !== undefined) return readProgramAccount(at, addressNode);
  const read = readParts(at, { ...ACCOUNT_LAMPORTS, ...MINT_METADATA }, Object.keys(ACCOUNT_KINDS));
  if (read === undefined) return undefined;
  if (at.members().length === 0) return at.expected('what the account is, such as {"sol": 1}');
  const accountKind = readKind(at);
  const lamports = lamportsOf(at, read);
  if (at.member('metadata').value !== undefined && accountKind?.kind !== 'mint')
    return accountKind && at.member('metadata').refuse('metadata belongs to a mint', 'write it beside "mint"');
  return addressNode && accountKind && { address: addressNode, at, accountKind, lamports, metadata: read.metadata };
}

function readProgramAccount(at: Cursor, addressNode: AddressNode | undefined): AccountNode | undefined {
  const read = readObject(at, { ...PROGRAM_ACCOUNT, ...ACCOUNT_LAMPORTS });
  return (
    addressNode &&
    read && { address: addressNode, at, accountKind: { kind: 'program', ...read }, lamports: lamportsOf(at, read) }
  );
}

const ACCOUNT_FILE = { pubkey: address, ...PROGRAM_ACCOUNT, ...ACCOUNT_LAMPORTS };

/** `{pubkey, program, account, fields?}`: a file with an account of a program with an IDL. */
export function readProgramAccountFile(at: Cursor): AccountNode | undefined {
  const read = readObject(at, ACCOUNT_FILE);
  return (
    read && { address: read.pubkey, at, accountKind: { kind: 'program', ...read }, lamports: lamportsOf(at, read) }
  );
}

/** A wallet, unless a member names another kind. */
function readKind(at: Cursor): AccountKind | undefined {
  const [kind, second] = KIND_NAMES.filter((name) => at.member(name).value !== undefined);
  if (kind === undefined) return { kind: 'wallet' };
  if (second !== undefined) return at.refuse(`expected ${kind} or ${second}, found both`);
  const member = at.member(kind);
  if (kind === 'tokens') return readTokens(member);
  if (kind === 'token') return readToken(member);
  if (kind === 'mint') return readMint(member);
  const read = ACCOUNT_KINDS[kind](member);
  // the members are those of this kind
  return read && ({ kind, ...read } as AccountKind);
}

/** The account that `$ata(owner,mint)` names: only its amount is given. */
function readTokens(at: Cursor): AccountKind | undefined {
  const tokens = ACCOUNT_KINDS.tokens(at);
  const key = at.parent?.key ?? '';
  const names = ownerAndMintOf(key);
  if (names === undefined)
    return at.refuse(`${key} names no owner and no mint`, 'write {"token": {"mint": …, "owner": …, "amount": …}}');
  const nodeOf = (value: string): AddressNode => ({ value, at: at.parent ?? at });
  const holder = { mint: nodeOf(names.mint), owner: nodeOf(names.owner) };
  const defaults = { delegate: undefined, frozen: false, extensions: undefined };
  return tokens && { kind: 'token', ...holder, amount: tokens, ...defaults };
}

function readMint(at: Cursor): AccountKind | undefined {
  const read = ACCOUNT_KINDS.mint(at);
  const program = read?.extensions && { value: '$token2022', at };
  return read && { kind: 'mint', ...read, program: read.program ?? program };
}

function readToken(at: Cursor): AccountKind | undefined {
  const read = ACCOUNT_KINDS.token(at);
  return read && { kind: 'token', ...read, amount: read.amount ?? { value: 0n, at } };
}

/** `5`, `5 SOL`, `12.5 usdc` */
const AMOUNT = /^(?<amount>(?:0|[1-9]\d*)(?<fraction>\.\d+)?)\s*(?<unit>[A-Za-z]*)$/;

/** A hint for an account that is not an object: a wallet can be its amount alone, as in `$alice: 5 SOL`. */
function accountHint(at: Cursor): string {
  const text = typeof at.value === 'string' ? at.value.trim() : literalOf(at);
  const { amount, fraction, unit = '' } = AMOUNT.exec(text ?? '')?.groups ?? {};
  const isAssociated = ownerAndMintOf(at.key) !== undefined;
  const forms =
    amount === undefined ? [] : accountForms(amount, { unit, isWhole: fraction === undefined, isAssociated });
  if (forms.length > 0) return `write ${forms.join(' or ')}`;
  return `write what it is, such as ${isAssociated ? '{"tokens": "1"}' : '{"sol": 1}'}`;
}

interface AmountText {
  readonly unit: string;
  readonly isWhole: boolean;
  /** the account is `$ata(owner,mint)`, so the unit is its mint under any name */
  readonly isAssociated: boolean;
}

function accountForms(amount: string, { isAssociated, isWhole, unit }: AmountText): readonly string[] {
  const isUnit = (pattern: RegExp) => unit === '' || pattern.test(unit);
  if (isAssociated) return /^(?:sol|lamports?)$/i.test(unit) ? [] : [`{"tokens": "${amount}"}`];
  return [
    ...(isUnit(/^sol$/i) ? [`{"sol": ${amount}}`] : []),
    ...(isWhole && isUnit(/^lamports?$/i) ? [`{"lamports": ${amount}}`] : []),
  ];
}
