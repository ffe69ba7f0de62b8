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
import { type InstructionRow, row } from '../../instructionRow.ts';
import { readName, readNames16, readUtf8 } from '../instructionLayout.ts';
import { amountText, tokenAmount } from './amounts.ts';
import { AUTHORITY_TYPES, EXTENSION_TYPES } from './names.ts';
import { signedBy, signedRow } from './row.ts';

/** By the first byte of the data. */
export const BASE_ROWS: Readonly<Record<number, InstructionRow>> = {
  0: row('initializeMint', ['mint', 'rentSysvar'], newMint),
  1: row('initializeAccount', ['account', 'mint', 'owner', 'rentSysvar']),
  2: {
    type: 'initializeMultisig',
    minAccounts: 3,
    info: ([multisig, rentSysvar, ...signers], data) => ({ multisig, rentSysvar, signers, m: data.u8() }),
  },
  3: signedRow('transfer', ['source', 'destination'], 'authority', amountText),
  4: signedRow('approve', ['source', 'delegate'], 'owner', amountText),
  5: signedRow('revoke', ['source'], 'owner'),
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
  7: signedRow('mintTo', ['mint', 'account'], 'mintAuthority', amountText),
  8: signedRow('burn', ['account', 'mint'], 'authority', amountText),
  9: signedRow('closeAccount', ['account', 'destination'], 'owner'),
  10: signedRow('freezeAccount', ['account', 'mint'], 'freezeAuthority'),
  11: signedRow('thawAccount', ['account', 'mint'], 'freezeAuthority'),
  12: signedRow('transferChecked', ['source', 'mint', 'destination'], 'authority', tokenAmount),
  13: signedRow('approveChecked', ['source', 'mint', 'delegate'], 'owner', tokenAmount),
  14: signedRow('mintToChecked', ['mint', 'account'], 'mintAuthority', tokenAmount),
  15: signedRow('burnChecked', ['account', 'mint'], 'authority', tokenAmount),
  16: row('initializeAccount2', ['account', 'mint', 'rentSysvar'], owner),
  17: row('syncNative', ['account']),
  18: row('initializeAccount3', ['account', 'mint'], owner),
  19: {
    type: 'initializeMultisig2',
    minAccounts: 2,
    info: ([multisig, ...signers], data) => ({ multisig, signers, m: data.u8() }),
  },
  20: row('initializeMint2', ['mint'], newMint),
  21: row('getAccountDataSize', ['mint'], extensionTypesIfAny),
  22: row('initializeImmutableOwner', ['account']),
  23: row('amountToUiAmount', ['mint'], amountText),
  24: row('uiAmountToAmount', ['mint'], (data) => ({ uiAmount: readUtf8(data, data.remaining) })),
  25: row('initializeMintCloseAuthority', ['mint'], (data) => ({
    newAuthority: readOption(data, readAddress) ?? null,
  })),
  29: signedRow('reallocate', ['account', 'payer', 'systemProgram'], 'owner', (data) => ({
    extensionTypes: readNames16(data, EXTENSION_TYPES),
  })),
  31: row('createNativeMint', ['payer', 'nativeMint', 'systemProgram']),
  32: row('initializeNonTransferableMint', ['mint']),
  35: row('initializePermanentDelegate', ['mint'], (data) => ({ delegate: readAddress(data) })),
  38: signedRow('withdrawExcessLamports', ['source', 'destination'], 'authority'),
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
