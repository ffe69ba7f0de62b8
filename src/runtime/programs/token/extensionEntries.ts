import { ByteWriter } from '../../../codec/bytes.ts';
import type { JsonObject } from '../../../codec/jsonText.ts';
import type { Address } from '../../../solana/address.ts';
import {
  ENTRY_HEADER_BYTES,
  entriesOf,
  NO_EXTENSION,
  readWhole,
  type StoredEntry,
  u16At,
} from '../../../solana/programs/splToken/extensions.ts';
import { ALL_EXTENSION_ROWS } from '../../../solana/programs/splToken/extensionTable.ts';
import {
  EXTENSIONS_OFFSET,
  type ExtensibleKind,
  KIND_OFFSET,
  kindByte,
  TOKEN_ACCOUNT_BYTES,
} from '../../../solana/programs/splToken/layout.ts';
import type { LoadedAccount } from '../../accounts/loadedAccounts.ts';
import { avoidMultisigLength } from '../../accounts/tokenBytes.ts';
import { ProgramError } from '../../programError.ts';
import { wrongData } from './readTokenState.ts';
import type { TokenCall } from './tokenCall.ts';
import { tokenError } from './tokenErrors.ts';

/**
 * Finding, sizing, adding and changing the extensions of Token-2022.
 *
 * Source   spl-token-2022-interface 3.0 `extension/mod.rs`, `extension/account_len.rs`
 * @module
 */

export function kindOfExtension(type: number): ExtensibleKind | undefined {
  return ALL_EXTENSION_ROWS[type]?.kind;
}

/** The value of the first extension of a type, as a part of the data; undefined: there is none of the right size. */
export function extensionValue({ data }: LoadedAccount, type: number): Uint8Array | undefined {
  const start = findEntry(data, type);
  if (typeof start !== 'number' || u16At(data, start) !== type) return undefined;
  const value = data.subarray(start + ENTRY_HEADER_BYTES, start + ENTRY_HEADER_BYTES + u16At(data, start + 2));
  return value.length === ALL_EXTENSION_ROWS[type]!.size ? value : undefined;
}

/** @throws ProgramError where there is none of the right size */
export function requireExtension(call: TokenCall, account: LoadedAccount, type: number): Uint8Array {
  const value = requireEntry(call, account, type);
  if (value.length === ALL_EXTENSION_ROWS[type]!.size) return value;
  throw new ProgramError('InvalidArgument', missingText(call, account, type));
}

/** The value of the first extension of a type, whatever its size. @throws ProgramError where there is none */
export function requireEntry(call: TokenCall, account: LoadedAccount, type: number): Uint8Array {
  const { data } = account;
  const start = findEntry(data, type);
  if (start !== 'end' && u16At(data, start) !== type)
    throw tokenError('ExtensionNotFound', missingText(call, account, type));
  const end = start === 'end' ? Number.POSITIVE_INFINITY : endOfEntry(data, start);
  if (end > data.length) throw new ProgramError('InvalidAccountData', missingText(call, account, type));
  return data.subarray((start as number) + ENTRY_HEADER_BYTES, end);
}

function missingText(call: TokenCall, account: LoadedAccount, type: number): string {
  return `${call.show(account)} does not have the extension ${type} ${call.atSlot}`;
}

/** The value of an extension, for writing; undefined: the account does not have it. */
export function editExtension(account: LoadedAccount, type: number): Uint8Array | undefined {
  account.edit();
  return extensionValue(account, type);
}

/** The offset of an extension, or the offset where it could be added; 'end': the account has no room for it. */
function findEntry(data: Uint8Array, type: number): number | 'end' {
  let end = EXTENSIONS_OFFSET;
  for (const entry of entriesOf(data)) {
    if (entry.type === type && entry.end < Number.POSITIVE_INFINITY) return entry.start;
    end = entry.end;
  }
  return end + ENTRY_HEADER_BYTES <= data.length ? end : 'end';
}

function endOfEntry(data: Uint8Array, start: number): number {
  return start + ENTRY_HEADER_BYTES + u16At(data, start + 2);
}

/** The numbers of all extensions. @throws ProgramError where one is cut off, or not known */
export function extensionTypes(call: TokenCall, account: LoadedAccount): readonly number[] {
  return [...requireEntries(call, account).first.keys()];
}

interface Entries {
  /** the first entry of each type */
  readonly first: ReadonlyMap<number, StoredEntry>;
  /** the end of the last entry */
  readonly end: number;
}

function requireEntries(call: TokenCall, account: LoadedAccount): Entries {
  const { data } = account;
  const first = new Map<number, StoredEntry>();
  let end = EXTENSIONS_OFFSET;
  for (const entry of entriesOf(data)) {
    if (entry.end > data.length || ALL_EXTENSION_ROWS[entry.type] === undefined) throw wrongData(call, account);
    if (!first.has(entry.type)) first.set(entry.type, entry);
    end = entry.end;
  }
  return { first, end };
}

/**
 * The bytes of an account with these extensions, or `base` bytes without any. @throws ProgramError where the size of one varies
 */
export function bytesWith(types: readonly number[], base: number): number {
  if (types.length === 0) return base;
  let bytes = EXTENSIONS_OFFSET;
  for (const type of new Set(types)) {
    const size = ALL_EXTENSION_ROWS[type]?.size;
    if (size === undefined) throw new ProgramError('InvalidArgument', `the extension ${type} has no size of its own`);
    bytes += ENTRY_HEADER_BYTES + size;
  }
  return avoidMultisigLength(bytes);
}

/**
 * Adds an extension of zeros to an account that is in use, and lets the account grow if need be. Returns the value, for writing.
 */
export function growByExtension(call: TokenCall, account: LoadedAccount, type: number): Uint8Array {
  const { first, end } = requireEntries(call, account);
  const had = entryBytes(first.get(type));
  const needed = avoidMultisigLength(end - had + ENTRY_HEADER_BYTES + ALL_EXTENSION_ROWS[type]!.size!);
  if (needed > account.data.length) account.rewrite(Buffer.concat([account.data], needed));
  if (had > 0) throw duplicateExtension(call, account, type);
  return addExtension(call, account, type);
}

/** Adds an extension of any size, or replaces it: the account becomes as long as its extensions are. */
export function writeExtension(
  call: TokenCall,
  account: LoadedAccount,
  type: number,
  { value, replaces }: { readonly value: Uint8Array; readonly replaces: boolean },
): void {
  const { data } = account;
  const { first, end } = requireEntries(call, account);
  const had = entryBytes(first.get(type));
  if (had > 0 && !replaces) throw duplicateExtension(call, account, type);
  const start = first.get(type)?.start ?? end;
  const header = new ByteWriter(ENTRY_HEADER_BYTES).u16(type).u16(value.length).bytes();
  const parts = [data.subarray(0, start), header, value, data.subarray(start + had, end)];
  account.rewrite(Buffer.concat(parts, avoidMultisigLength(end - had + ENTRY_HEADER_BYTES + value.length)));
}

function entryBytes(entry: StoredEntry | undefined): number {
  return entry === undefined ? 0 : entry.end - entry.start;
}

function duplicateExtension(call: TokenCall, account: LoadedAccount, type: number): ProgramError {
  const message = `${call.show(account)} has the extension ${type} already ${call.atSlot}`;
  return tokenError('ExtensionAlreadyInitialized', message);
}

/** Adds an extension of zeros, or sets an existing one to zeros. Returns the value, for writing. */
export function addExtension(call: TokenCall, account: LoadedAccount, type: number): Uint8Array {
  const data = account.edit();
  const bytes = ALL_EXTENSION_ROWS[type]!.size!;
  const start = findEntry(data, type);
  if (start === 'end' || data.length - start < ENTRY_HEADER_BYTES + bytes) throw wrongData(call, account);
  const view = new DataView(data.buffer);
  if (u16At(data, start) === type && u16At(data, start + 2) !== bytes)
    throw tokenError('InvalidLengthForAlloc', `the extension ${type} of ${call.show(account)} has another length`);
  view.setUint16(start, type, true);
  view.setUint16(start + 2, bytes, true);
  return data.subarray(start + ENTRY_HEADER_BYTES, start + ENTRY_HEADER_BYTES + bytes).fill(0);
}

/** @throws ProgramError where the first extension is not one of this kind */
export function checkFirstExtension(call: TokenCall, account: LoadedAccount, kind: ExtensibleKind): void {
  const { data } = account;
  if (data.length <= EXTENSIONS_OFFSET + 2) return;
  const first = u16At(data, EXTENSIONS_OFFSET);
  if (first === NO_EXTENSION) return;
  const accountKind = kindOfExtension(first);
  if (accountKind === undefined) throw wrongData(call, account);
  if (accountKind !== kind)
    throw tokenError('ExtensionBaseMismatch', `the extensions of ${call.show(account)} are of another kind of account`);
}

/** Writes the kind of an account, if its data has a byte for it. */
export function markKind(call: TokenCall, account: LoadedAccount, kind: ExtensibleKind): void {
  if (account.data.length <= TOKEN_ACCOUNT_BYTES) return;
  checkFirstExtension(call, account, kind);
  account.edit()[KIND_OFFSET] = kindByte(kind);
}

/** The address in a member of an extension, by its name in jsonParsed; null: none. */
export function memberAddress(value: Uint8Array, type: number, member: string): Address | null {
  return readWhole(value, ALL_EXTENSION_ROWS[type]!.value!)[member] as Address | null;
}

/** Writes some members of an extension, by their names in jsonParsed. */
export function changeMembers(value: Uint8Array, type: number, changes: JsonObject): void {
  ALL_EXTENSION_ROWS[type]!.value!.change!(value, changes);
}
