import type { JsonObject } from '../../../codec/jsonText.ts';
import { overwriteFields } from '../../../codec/struct.ts';
import type { Address } from '../../../solana/address.ts';
import { ALL_EXTENSION_ROWS, readWhole } from '../../../solana/programs/splToken/extensions.ts';
import {
  EXTENSIBLE_KINDS,
  EXTENSIONS_OFFSET,
  type ExtensibleKind,
  KIND_OFFSET,
  MULTISIG_BYTES,
  TOKEN_ACCOUNT_BYTES,
} from '../../../solana/programs/splToken/layout.ts';
import type { LoadedAccount } from '../../accounts/loadedAccounts.ts';
import { ProgramError } from '../../programError.ts';
import type { TokenCall } from './tokenCall.ts';
import { tokenError } from './tokenErrors.ts';
import { wrongData } from './tokenState.ts';

/**
 * Finding, sizing, adding and changing the extensions of Token-2022.
 *
 * Source   spl-token-2022-interface 3.0 `extension/mod.rs`, `extension/account_len.rs`
 * @module
 */

const HEADER_BYTES = 4;
const NOTHING = 0;

export function kindOfExtension(type: number): ExtensibleKind | undefined {
  return ALL_EXTENSION_ROWS[type]?.of;
}

/** The value of the first extension of a type, as a part of the data; undefined: there is none of the right size. */
export function extensionValue({ data }: LoadedAccount, type: number): Uint8Array | undefined {
  const start = findEntry(data, type);
  if (typeof start !== 'number' || u16At(data, start) !== type) return undefined;
  const value = data.subarray(start + HEADER_BYTES, start + HEADER_BYTES + u16At(data, start + 2));
  return value.length === ALL_EXTENSION_ROWS[type]!.bytes ? value : undefined;
}

/** @throws ProgramError where there is none of the right size */
export function requireExtension(call: TokenCall, account: LoadedAccount, type: number): Uint8Array {
  const value = extensionValue(account, type);
  if (value !== undefined) return value;
  const { data } = account;
  const message = `${call.show(account)} does not have the extension ${type} ${call.atSlot}`;
  const start = findEntry(data, type);
  if (start !== 'end' && u16At(data, start) !== type) throw tokenError('ExtensionNotFound', message);
  const isWhole = start !== 'end' && start + HEADER_BYTES + u16At(data, start + 2) <= data.length;
  throw new ProgramError(isWhole ? 'InvalidArgument' : 'InvalidAccountData', message);
}

/** The value, to be written into, where there is one. */
export function editExtension(account: LoadedAccount, type: number): Uint8Array | undefined {
  account.edit();
  return extensionValue(account, type);
}

/** Where an extension is, or could be added; 'end': there is no place for it. */
function findEntry(data: Uint8Array, type: number): number | 'end' {
  let at = EXTENSIONS_OFFSET;
  while (at + HEADER_BYTES <= data.length) {
    const found = u16At(data, at);
    if (found === type || found === NOTHING) return at;
    at += HEADER_BYTES + u16At(data, at + 2);
  }
  return 'end';
}

/** The numbers of all extensions. @throws ProgramError where one is cut off, or not known */
export function extensionTypes(call: TokenCall, account: LoadedAccount): readonly number[] {
  const { data } = account;
  const types: number[] = [];
  let at = EXTENSIONS_OFFSET;
  while (at + 2 <= data.length) {
    const type = u16At(data, at);
    if (type === NOTHING) return types;
    const isWhole = at + HEADER_BYTES <= data.length && at + HEADER_BYTES + u16At(data, at + 2) <= data.length;
    if (!isWhole || ALL_EXTENSION_ROWS[type] === undefined) throw wrongData(call, account);
    types.push(type);
    at += HEADER_BYTES + u16At(data, at + 2);
  }
  return types;
}

/** Bytes of an account with these extensions, and of `base` bytes without any. @throws ProgramError where the size of one varies */
export function bytesWith(types: readonly number[], base: number): number {
  if (types.length === 0) return base;
  let bytes = EXTENSIONS_OFFSET;
  for (const type of new Set(types)) {
    const size = ALL_EXTENSION_ROWS[type]?.bytes;
    if (size === undefined) throw new ProgramError('InvalidArgument', `the extension ${type} has no size of its own`);
    bytes += HEADER_BYTES + size;
  }
  return bytes === MULTISIG_BYTES ? bytes + 2 : bytes;
}

/** Adds an extension of zeros, or sets the one that is there to zeros; gives its value, to be written into. */
export function addExtension(call: TokenCall, account: LoadedAccount, type: number): Uint8Array {
  const data = account.edit();
  const bytes = ALL_EXTENSION_ROWS[type]!.bytes!;
  const start = findEntry(data, type);
  if (start === 'end' || data.length - start < HEADER_BYTES + bytes) throw wrongData(call, account);
  const view = new DataView(data.buffer);
  if (u16At(data, start) === type && u16At(data, start + 2) !== bytes)
    throw tokenError('InvalidLengthForAlloc', `the extension ${type} of ${call.show(account)} has another length`);
  view.setUint16(start, type, true);
  view.setUint16(start + 2, bytes, true);
  return data.subarray(start + HEADER_BYTES, start + HEADER_BYTES + bytes).fill(0);
}

/** @throws ProgramError where the first extension is not one of this kind */
export function checkFirstExtension(call: TokenCall, account: LoadedAccount, kind: ExtensibleKind): void {
  const { data } = account;
  if (data.length <= EXTENSIONS_OFFSET + 2) return;
  const first = u16At(data, EXTENSIONS_OFFSET);
  if (first === NOTHING) return;
  const found = kindOfExtension(first);
  if (found === undefined) throw wrongData(call, account);
  if (found !== kind)
    throw tokenError('ExtensionBaseMismatch', `the extensions of ${call.show(account)} are of another kind of account`);
}

/** Says what the account has become, where there is a byte for it. */
export function markKind(call: TokenCall, account: LoadedAccount, kind: ExtensibleKind): void {
  if (account.data.length <= TOKEN_ACCOUNT_BYTES) return;
  checkFirstExtension(call, account, kind);
  account.edit()[KIND_OFFSET] = EXTENSIBLE_KINDS.indexOf(kind);
}

/** An address that a member of an extension is, by its name in jsonParsed; null: none. */
export function memberAddress(value: Uint8Array, type: number, member: string): Address | null {
  return readWhole(value, ALL_EXTENSION_ROWS[type]!.value!)[member] as Address | null;
}

/** Writes some members of an extension, by their names in jsonParsed. */
export function changeMembers(value: Uint8Array, type: number, changes: JsonObject): void {
  overwriteFields(value, ALL_EXTENSION_ROWS[type]!.value!, changes);
}

function u16At(data: Uint8Array, start: number): number {
  return data[start]! | (data[start + 1]! << 8);
}
