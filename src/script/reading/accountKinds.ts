/**
 * Accounts; a member of an account names its kind.
 * @module
 */
import { isJsonObject } from '../../codec/json.ts';
import type { Cursor } from '../../document/cursor.ts';
import { readMembers } from '../../document/members.ts';
import {
  isObject,
  type Reader,
  readBlockhash,
  readBoolean,
  readList,
  readU8,
  readU64,
} from '../../document/readers.ts';
import type { AccountKind, AccountWord, AddressWord } from '../format/types.ts';
import { accountHint } from './accountHint.ts';
import { associatedNames } from './associatedNames.ts';
import {
  LAMPORTS_MEMBERS,
  lamportsOf,
  readAddressWord,
  readAmount,
  readBytes,
  readKeyAddressWord,
  readWithMembers,
} from './values.ts';

const addressWords = (at: Cursor) => readList(at, readAddressWord);

export const MINT_MEMBERS = {
  decimals: readU8,
  program: readAddressWord,
  authority: readAddressWord,
  freezeAuthority: readAddressWord,
  supply: readAmount,
};
export const DELEGATE_MEMBERS = { to: readAddressWord, amount: readAmount };
export const TOKEN_MEMBERS = {
  mint: readAddressWord,
  owner: readAddressWord,
  amount: readAmount,
  delegate: readDelegate,
  frozen: readBoolean,
};
export const MULTISIG_MEMBERS = { required: readU8, signers: addressWords, program: readAddressWord };
export const NONCE_MEMBERS = { authority: readAddressWord, nonce: readBlockhash };
export const LOOKUP_TABLE_MEMBERS = { authority: readAddressWord, addresses: addressWords };
export const RAW_MEMBERS = { owner: readAddressWord, data: readBytes, executable: readBoolean, rentEpoch: readU64 };

export const ACCOUNT_KINDS: { readonly [name: string]: Reader<AccountKind> } = {
  mint: (at) => kindOf('mint', readWithMembers(at, MINT_MEMBERS, ['decimals'])),
  tokens: readTokens,
  token: readToken,
  multisig: (at) => kindOf('multisig', readWithMembers(at, MULTISIG_MEMBERS, ['required', 'signers'])),
  nonce: (at) => kindOf('nonce', readWithMembers(at, NONCE_MEMBERS, ['authority'])),
  lookupTable: (at) => kindOf('lookupTable', readWithMembers(at, LOOKUP_TABLE_MEMBERS, ['addresses'])),
  raw: readRaw,
};

function kindOf<K, T extends object>(kind: K, read: T | undefined): ({ readonly kind: K } & T) | undefined {
  return read && { kind, ...read };
}

/** The account that `$ata(owner,mint)` names: only its amount is given. */
function readTokens(at: Cursor): AccountKind | undefined {
  const amount = readAmount(at);
  const account = at.parent?.key ?? '';
  const names = associatedNames(account);
  if (names === undefined)
    return at.refuse(`${account} names no owner and no mint`, 'write {"token": {"mint": …, "owner": …, "amount": …}}');
  const word = (value: string): AddressWord => ({ value, at: at.parent ?? at });
  const holder = { mint: word(names.mint), owner: word(names.owner) };
  return amount && { kind: 'token', ...holder, amount, delegate: undefined, frozen: false };
}

function readToken(at: Cursor): AccountKind | undefined {
  const read = readWithMembers(at, TOKEN_MEMBERS, ['mint', 'owner']);
  return read && { kind: 'token', ...read, amount: read.amount ?? { value: 0n, at }, frozen: read.frozen ?? false };
}

function readDelegate(at: Cursor) {
  return readWithMembers(at, DELEGATE_MEMBERS, ['to', 'amount']);
}

function readRaw(at: Cursor): AccountKind | undefined {
  const read = readWithMembers(at, RAW_MEMBERS, ['owner']);
  return read && { kind: 'raw', ...read, data: read.data ?? new Uint8Array(), executable: read.executable ?? false };
}

/** `{address: what it is}` */
export function readAccounts(at: Cursor): readonly AccountWord[] | undefined {
  if (!isObject(at)) return undefined;
  return at.members().flatMap((entry) => readAccount(entry) ?? []);
}

/** `{sol: 5}`, or the member of a kind, with or without lamports. */
export function readAccount(at: Cursor): AccountWord | undefined {
  if (!isJsonObject(at.value)) return at.expected('an object', accountHint(at));
  const address = readKeyAddressWord(at);
  const read = readMembers(at, LAMPORTS_MEMBERS, [], Object.keys(ACCOUNT_KINDS));
  if (read === undefined) return undefined;
  if (at.members().length === 0) return at.expected('what the account is, such as {"sol": 1}');
  const is = readKind(at);
  const lamports = lamportsOf(at, read);
  return address && is && { address, at, is, lamports };
}

/** A wallet, unless a member names another kind. */
function readKind(at: Cursor): AccountKind | undefined {
  const [kind, second] = Object.entries(ACCOUNT_KINDS).filter(([name]) => at.member(name).value !== undefined);
  if (kind === undefined) return { kind: 'wallet' };
  const [name, read] = kind;
  return second === undefined ? read(at.member(name)) : at.refuse(`expected ${name} or ${second[0]}, found both`);
}
