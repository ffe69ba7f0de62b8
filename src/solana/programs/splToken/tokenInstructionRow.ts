import { BytesError } from '../../../codec/bytes.ts';
import type { JsonObject } from '../../../codec/jsonText.ts';
import { type Decoder, name, u8, whole } from '../../../codec/struct.ts';
import type { Address } from '../../address.ts';
import { type Args, argsDecoder, type InstructionRow, nameAccounts, row } from '../instructionRow.ts';
import type { EXTENSION_ROWS } from './extensions.ts';
import { ACCOUNT_STATES } from './layout.ts';
import { uiTokenAmount } from './uiTokenAmount.ts';

/**
 * What rows of token instructions have in common.
 *
 * Source   spl-token-2022-interface 2.1 `instruction.rs`, `AuthorityType`, `ExtensionType`; agave 4.1 `parse_token.rs`
 * @module
 */

/** A u64 and the decimals that the sender expects of the mint. */
export const tokenAmount: Decoder<JsonObject> = {
  read: (data) => ({ tokenAmount: amountOf(data.u64(), data.u8()) }),
};

/** A checked amount with a fee of the same mint. */
export const tokenAmountAndFee: Decoder<JsonObject> = {
  read(data) {
    const amount = data.u64();
    const decimals = data.u8();
    return { tokenAmount: amountOf(amount, decimals), feeAmount: amountOf(data.u64(), decimals) };
  },
};

/** The mint itself is never asked: interest and scaling play no part in instructions. */
function amountOf(amount: bigint, decimals: number): JsonObject {
  return { ...uiTokenAmount(amount, { decimals, unixTimestamp: 0n }) };
}

export const accountState: Decoder<string> = name(u8, ACCOUNT_STATES);

const AUTHORITY_TYPES = [
  'mintTokens',
  'freezeAccount',
  'accountOwner',
  'closeAccount',
  'transferFeeConfig',
  'withheldWithdraw',
  'closeMint',
  'interestRate',
  'permanentDelegate',
  'confidentialTransferMint',
  'transferHookProgramId',
  'confidentialTransferFeeConfig',
  'metadataPointer',
  'groupPointer',
  'groupMemberPointer',
  'scaledUiAmount',
  'pause',
];

export const authorityType: Decoder<string> = name(u8, AUTHORITY_TYPES);
/** The authority types from 4.2 on. */
export const newerAuthorityType: Decoder<string> = name(u8, [...AUTHORITY_TYPES, 'permissionedBurn']);

/** Names of extensions in instructions where account data has other ones. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  scaledUiAmountConfig: 'scaledUiAmount',
  pausableConfig: 'pausable',
  permissionedBurnConfig: 'permissionedBurn',
};

/** The rest of the data: numbers of extensions, u16 each. */
export function extensionTypesOf(rows: typeof EXTENSION_ROWS): Decoder<readonly string[]> {
  return {
    read(data) {
      const names: string[] = [];
      while (data.remaining > 0) {
        const type = data.u16();
        const shown = type === 0 ? 'uninitialized' : rows[type]?.name;
        if (shown === undefined) throw new BytesError(`the extension ${type} is not known`, data.offset - 2);
        names.push(OTHER_NAMES[shown] ?? shown);
      }
      return names;
    },
  };
}

/** A row whose data must hold nothing more than what is read. */
export function exactRow(type: string, names: readonly string[], args?: Args): InstructionRow {
  return row(type, names, whole(argsDecoder(args)));
}

/** The row of an instruction whose authority, shown as `signer`, comes after the named accounts. */
export function signedRow(type: string, names: readonly string[], signer: string, args?: Args): InstructionRow {
  const { read } = argsDecoder(args);
  return {
    type,
    minAccounts: names.length + 1,
    info: (accounts, data) => ({
      ...nameAccounts(accounts, names),
      ...read(data),
      ...signedBy(accounts, names.length, signer),
    }),
  };
}

/** A row whose data must hold nothing more than its members. */
export function exactSignedRow(type: string, names: readonly string[], signer: string, args: Args): InstructionRow {
  return signedRow(type, names, signer, whole(argsDecoder(args)));
}

/**
 * The authority at `index`. Accounts behind it make it a multisig and are taken for its signers, whatever they are:
 * the node goes by position alone and never asks who signed.
 */
export function signedBy(
  accounts: readonly Address[],
  index: number,
  key: string,
  multisigKey: string = `multisig${key[0]!.toUpperCase()}${key.slice(1)}`,
): JsonObject {
  if (accounts.length <= index + 1) return { [key]: accounts[index] };
  return { [multisigKey]: accounts[index], signers: accounts.slice(index + 1) };
}

/**
 * Cuts the `count` source accounts off the end.
 *
 * @throws BytesError at `offset` where fewer than `minAccounts` would be left
 */
export function splitSources(
  accounts: readonly Address[],
  count: number,
  minAccounts: number,
  offset: number,
): [leading: readonly Address[], sources: readonly Address[]] {
  const end = accounts.length - count;
  if (end < minAccounts)
    throw new BytesError(`${count} sources behind ${minAccounts} of ${accounts.length} accounts`, offset);
  return [accounts.slice(0, end), accounts.slice(end)];
}

/** A row that gives all accounts behind the mint as sources. */
export function harvestRow(type: string): InstructionRow {
  return { type, minAccounts: 1, info: ([mint, ...sourceAccounts]) => ({ mint, sourceAccounts }) };
}
