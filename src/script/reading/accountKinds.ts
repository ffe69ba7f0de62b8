/**
 * The kinds of accounts; a member of the account names its kind.
 * @module
 */

import type { Cursor } from '../../document/cursor.ts';
import { readMembers } from '../../document/members.ts';
import { type Reader, readBlockhash, readBoolean, readList, readU8, readU64, whole } from '../../document/readers.ts';
import type { AccountKind, AddressWord } from '../format/types.ts';
import { associatedNames } from './associatedNames.ts';
import { readAddressWord, readAmount, readBytes } from './values.ts';

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
  mint: readMint,
  tokens: readTokens,
  token: readToken,
  multisig: readMultisig,
  nonce: readNonce,
  lookupTable: readLookupTable,
  raw: readRaw,
};

function readMint(at: Cursor): AccountKind | undefined {
  const read = readMembers(at, MINT_MEMBERS, ['decimals']);
  if (read?.decimals === undefined) return undefined;
  const { decimals, program, authority, freezeAuthority, supply } = read;
  return { kind: 'mint', decimals, program, authority, freezeAuthority, supply };
}

/** The account that `$ata(owner,mint)` names: only its amount is given. */
function readTokens(at: Cursor): AccountKind | undefined {
  const amount = readAmount(at);
  const account = at.parent?.key ?? '';
  const names = associatedNames(account);
  if (names === undefined)
    return at.refuse(`${account} names no owner and no mint`, 'write {"token": {"mint": …, "owner": …, "amount": …}}');
  const word = (value: string): AddressWord => ({ value, at: at.parent ?? at });
  return (
    amount && {
      kind: 'token',
      mint: word(names.mint),
      owner: word(names.owner),
      amount,
      delegate: undefined,
      frozen: false,
    }
  );
}

function readToken(at: Cursor): AccountKind | undefined {
  const read = readMembers(at, TOKEN_MEMBERS, ['mint', 'owner']);
  const holder = read && whole({ mint: read.mint, owner: read.owner });
  if (holder === undefined) return undefined;
  const { amount = { value: 0n, at }, delegate, frozen = false } = read ?? {};
  return { kind: 'token', ...holder, amount, delegate, frozen };
}

function readDelegate(at: Cursor) {
  const read = readMembers(at, DELEGATE_MEMBERS, ['to', 'amount']);
  return read && whole({ to: read.to, amount: read.amount });
}

function readMultisig(at: Cursor): AccountKind | undefined {
  const read = readMembers(at, MULTISIG_MEMBERS, ['required', 'signers']);
  const multisig = read && whole({ required: read.required, signers: read.signers });
  return multisig && { kind: 'multisig', ...multisig, program: read?.program };
}

function readNonce(at: Cursor): AccountKind | undefined {
  const read = readMembers(at, NONCE_MEMBERS, ['authority']);
  return read?.authority && { kind: 'nonce', authority: read.authority, nonce: read.nonce };
}

function readLookupTable(at: Cursor): AccountKind | undefined {
  const read = readMembers(at, LOOKUP_TABLE_MEMBERS, ['addresses']);
  return read?.addresses && { kind: 'lookupTable', authority: read.authority, addresses: read.addresses };
}

function readRaw(at: Cursor): AccountKind | undefined {
  const read = readMembers(at, RAW_MEMBERS, ['owner']);
  if (read?.owner === undefined) return undefined;
  const { owner, data = new Uint8Array(), executable = false, rentEpoch } = read;
  return { kind: 'raw', owner, data, executable, rentEpoch };
}
