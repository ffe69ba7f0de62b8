/**
 * Instructions of the original token program, and those of token-2022 that have a tag of their own.
 * Bytes behind the data are ignored, except where a list or a text takes the rest.
 *
 * Source   spl-token-2022-interface 2.1 `TokenInstruction::unpack`; agave 4.1 `parse_token.rs`
 * @module
 */
import type { ByteReader } from '../../../codec/byteReader.ts';
import type { JsonObject } from '../../../codec/json.ts';
import { readAddress } from '../../../model/wireParts.ts';
import { readOption } from '../../bincode.ts';
import type { InstructionRow } from '../../instructionRow.ts';
import { readName, readNames16, readUtf8 } from '../instructionLayout.ts';
import { amountText, tokenAmount } from './amounts.ts';
import { AUTHORITY_TYPES, EXTENSION_TYPES } from './names.ts';
import { signedBy, tokenRow } from './row.ts';

/** By the first byte of the data. */
export const BASE_ROWS: Readonly<Record<number, InstructionRow>> = {
  0: tokenRow({ type: 'initializeMint', accounts: ['mint', 'rentSysvar'], args: newMint }),
  1: tokenRow({ type: 'initializeAccount', accounts: ['account', 'mint', 'owner', 'rentSysvar'] }),
  2: {
    type: 'initializeMultisig',
    minAccounts: 3,
    info: ([multisig, rentSysvar, ...signers], data) => ({ multisig, rentSysvar, signers, m: data.u8() }),
  },
  3: tokenRow({ type: 'transfer', accounts: ['source', 'destination'], args: amountText, signer: 'authority' }),
  4: tokenRow({ type: 'approve', accounts: ['source', 'delegate'], args: amountText, signer: 'owner' }),
  5: tokenRow({ type: 'revoke', accounts: ['source'], signer: 'owner' }),
  6: {
    type: 'setAuthority',
    minAccounts: 2,
    info: (accounts, data) => {
      const authorityType = readName(data, AUTHORITY_TYPES);
      const owned = ACCOUNT_AUTHORITIES.has(authorityType) ? 'account' : 'mint';
      const newAuthority = readOption(data, readAddress) ?? null;
      return { [owned]: accounts[0], authorityType, newAuthority, ...signedBy(accounts, 1, 'authority') };
    },
  },
  7: tokenRow({ type: 'mintTo', accounts: ['mint', 'account'], args: amountText, signer: 'mintAuthority' }),
  8: tokenRow({ type: 'burn', accounts: ['account', 'mint'], args: amountText, signer: 'authority' }),
  9: tokenRow({ type: 'closeAccount', accounts: ['account', 'destination'], signer: 'owner' }),
  10: tokenRow({ type: 'freezeAccount', accounts: ['account', 'mint'], signer: 'freezeAuthority' }),
  11: tokenRow({ type: 'thawAccount', accounts: ['account', 'mint'], signer: 'freezeAuthority' }),
  12: tokenRow({
    type: 'transferChecked',
    accounts: ['source', 'mint', 'destination'],
    args: tokenAmount,
    signer: 'authority',
  }),
  13: tokenRow({
    type: 'approveChecked',
    accounts: ['source', 'mint', 'delegate'],
    args: tokenAmount,
    signer: 'owner',
  }),
  14: tokenRow({ type: 'mintToChecked', accounts: ['mint', 'account'], args: tokenAmount, signer: 'mintAuthority' }),
  15: tokenRow({ type: 'burnChecked', accounts: ['account', 'mint'], args: tokenAmount, signer: 'authority' }),
  16: tokenRow({ type: 'initializeAccount2', accounts: ['account', 'mint', 'rentSysvar'], args: owner }),
  17: tokenRow({ type: 'syncNative', accounts: ['account'] }),
  18: tokenRow({ type: 'initializeAccount3', accounts: ['account', 'mint'], args: owner }),
  19: {
    type: 'initializeMultisig2',
    minAccounts: 2,
    info: ([multisig, ...signers], data) => ({ multisig, signers, m: data.u8() }),
  },
  20: tokenRow({ type: 'initializeMint2', accounts: ['mint'], args: newMint }),
  21: tokenRow({ type: 'getAccountDataSize', accounts: ['mint'], args: extensionTypesIfAny }),
  22: tokenRow({ type: 'initializeImmutableOwner', accounts: ['account'] }),
  23: tokenRow({ type: 'amountToUiAmount', accounts: ['mint'], args: amountText }),
  24: tokenRow({
    type: 'uiAmountToAmount',
    accounts: ['mint'],
    args: (data) => ({ uiAmount: readUtf8(data, data.remaining) }),
  }),
  25: tokenRow({
    type: 'initializeMintCloseAuthority',
    accounts: ['mint'],
    args: (data) => ({ newAuthority: readOption(data, readAddress) ?? null }),
  }),
  29: tokenRow({
    type: 'reallocate',
    accounts: ['account', 'payer', 'systemProgram'],
    args: (data) => ({ extensionTypes: readNames16(data, EXTENSION_TYPES) }),
    signer: 'owner',
  }),
  31: tokenRow({ type: 'createNativeMint', accounts: ['payer', 'nativeMint', 'systemProgram'] }),
  32: tokenRow({ type: 'initializeNonTransferableMint', accounts: ['mint'] }),
  35: tokenRow({
    type: 'initializePermanentDelegate',
    accounts: ['mint'],
    args: (data) => ({ delegate: readAddress(data) }),
  }),
  38: tokenRow({ type: 'withdrawExcessLamports', accounts: ['source', 'destination'], signer: 'authority' }),
};

/** The authorities over a token account; all others are over a mint. */
const ACCOUNT_AUTHORITIES: ReadonlySet<string> = new Set(['accountOwner', 'closeAccount']);

function newMint(data: ByteReader): JsonObject {
  return {
    decimals: data.u8(),
    mintAuthority: readAddress(data),
    freezeAuthority: readOption(data, readAddress),
  };
}

function owner(data: ByteReader): JsonObject {
  return { owner: readAddress(data) };
}

function extensionTypesIfAny(data: ByteReader): JsonObject {
  const extensionTypes = readNames16(data, EXTENSION_TYPES);
  return extensionTypes.length === 0 ? {} : { extensionTypes };
}
