import { type ByteReader, BytesError } from '../../../codec/bytes.ts';
import type { JsonObject } from '../../../codec/jsonText.ts';
import { utf8Text } from '../../../codec/text.ts';
import type { Address } from '../../address.ts';
import { type InstructionRow, nameAccounts, row } from '../instructionRow.ts';
import { uiTokenAmount } from './uiTokenAmount.ts';

/**
 * Words of instruction data and of borsh values; those that account data has are in pod.ts.
 *
 * Source   spl-token-2022-interface 2.1 `instruction.rs`; borsh 1
 * @module
 */

export function readI8(data: ByteReader): number {
  return (data.u8() << 24) >> 24;
}

/** A u8 that is an index into `names`. */
export function readName(data: ByteReader, names: readonly string[]): string {
  const start = data.offset;
  return nameAt(names, data.u8(), start);
}

/** The rest of the data as a list of u16, each an index into `names`. */
export function readNames16(data: ByteReader, names: readonly string[]): string[] {
  const found: string[] = [];
  while (data.remaining > 0) {
    const start = data.offset;
    found.push(nameAt(names, data.u16(), start));
  }
  return found;
}

function nameAt(names: readonly string[], index: number, offset: number): string {
  const name = names[index];
  if (name === undefined) throw new BytesError(`${index} names nothing, ${names.length} are known`, offset);
  return name;
}

/** `length` bytes of UTF-8. */
export function readUtf8(data: ByteReader, length: number): string {
  const start = data.offset;
  const text = utf8Text(data.take(length));
  if (text === undefined) throw new BytesError('a text that is not UTF-8', start);
  return text;
}

/** A borsh string: u32 length, then UTF-8. */
export function readString(data: ByteReader): string {
  return readUtf8(data, data.u32());
}

/** The same reader, for data that must hold nothing more than what it reads. */
export function whole<T>(read: (data: ByteReader) => T): (data: ByteReader) => T {
  return (data) => {
    const value = read(data);
    if (data.remaining > 0) throw new BytesError(`${data.remaining} bytes more than the value has`, data.offset);
    return value;
  };
}

/** A u64, shown as text. */
export function amountText(data: ByteReader): JsonObject {
  return { amount: `${data.u64()}` };
}

/** A u64 and the decimals that the sender expects of the mint. */
export function tokenAmount(data: ByteReader): JsonObject {
  return { tokenAmount: amountOf(data.u64(), data.u8()) };
}

/** The same, with a fee of the same mint. */
export function tokenAmountAndFee(data: ByteReader): JsonObject {
  const amount = data.u64();
  const decimals = data.u8();
  return { tokenAmount: amountOf(amount, decimals), feeAmount: amountOf(data.u64(), decimals) };
}

/** The mint itself is never asked: interest and scaling play no part in instructions. */
function amountOf(amount: bigint, decimals: number): JsonObject {
  return { ...uiTokenAmount(amount, { decimals, unixTimestamp: 0n }) };
}

/**
 * Numbers in instruction data and the names the node gives them: index = number.
 *
 * Source   spl-token-2022-interface 2.1 `AuthorityType`, `ExtensionType`, `AccountState`; agave 4.1 `parse_token.rs`
 * @module
 */

/** u8 */
export const AUTHORITY_TYPES: readonly string[] = [
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

/** u16. Not all are the names that account data has: there it is `scaledUiAmountConfig` and `pausableConfig`. */
export const EXTENSION_TYPES: readonly string[] = [
  'uninitialized',
  'transferFeeConfig',
  'transferFeeAmount',
  'mintCloseAuthority',
  'confidentialTransferMint',
  'confidentialTransferAccount',
  'defaultAccountState',
  'immutableOwner',
  'memoTransfer',
  'nonTransferable',
  'interestBearingConfig',
  'cpiGuard',
  'permanentDelegate',
  'nonTransferableAccount',
  'transferHook',
  'transferHookAccount',
  'confidentialTransferFeeConfig',
  'confidentialTransferFeeAmount',
  'metadataPointer',
  'tokenMetadata',
  'groupPointer',
  'tokenGroup',
  'groupMemberPointer',
  'tokenGroupMember',
  'confidentialMintBurn',
  'scaledUiAmount',
  'pausable',
  'pausableAccount',
];

/** u8 */
export const ACCOUNT_STATES: readonly string[] = ['uninitialized', 'initialized', 'frozen'];

/** A row whose data must hold nothing more than what is read. */
export function exactRow(
  type: string,
  names: readonly string[],
  readArgs: (data: ByteReader) => JsonObject = () => ({}),
): InstructionRow {
  return row(type, names, whole(readArgs));
}

/** The row of an instruction whose authority, shown as `signer`, comes after the named accounts. */
export function signedRow(
  type: string,
  names: readonly string[],
  signer: string,
  readArgs?: (data: ByteReader) => JsonObject,
): InstructionRow {
  return {
    type,
    minAccounts: names.length + 1,
    info: (accounts, data) => ({
      ...nameAccounts(accounts, names),
      ...readArgs?.(data),
      ...signedBy(accounts, names.length, signer),
    }),
  };
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
