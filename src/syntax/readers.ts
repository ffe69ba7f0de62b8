import { Base58Error, decodeBase58, isBase58Text } from '../codec/base58.ts';
import { Base64Error, decodeBase64 } from '../codec/base64.ts';
import { U64_MAX } from '../codec/bigints.ts';
import { isJsonArray, isJsonInteger, isJsonObject, JsonFloat, type JsonValue } from '../codec/jsonText.ts';
import {
  ADDRESS_PATTERN,
  type Address,
  type Blockhash,
  isAddressText,
  isSignatureText,
  type Signature,
} from '../solana/address.ts';
import { flatCopy, uniqueAddress } from './addressTable.ts';
import type { Cursor } from './cursor.ts';

/**
 * Readers of single values: each returns the typed value, or reports what was expected and found and returns undefined.
 * @module
 */

/** Integers of JSON are from the smallest i64 to the largest u64, and others are floats: so one side of each type needs no check. */
const I64_MAX = 9223372036854775807n;
const U64 = `an integer from 0 to ${U64_MAX} (u64)`;
const I64 = `an integer from -9223372036854775808 to ${I64_MAX} (i64)`;
const ADDRESS = 'an address (base58 of 32 bytes)';
const ROUNDED = 'the file went through a tool that rounds integers above 2^53: record it again without it';

export type Reader<T> = (at: Cursor) => T | undefined;

/** A reader whose value has its place. */
export function located<T>(read: Reader<T>): Reader<{ readonly value: T; readonly at: Cursor }> {
  return (at) => {
    const value = read(at);
    return value === undefined ? undefined : { value, at };
  };
}

export function readU64(at: Cursor): bigint | undefined {
  const { value } = at;
  if (value !== undefined && isU64(value)) return BigInt(value);
  return at.expected(U64, numberHint(at));
}

export function readI64(at: Cursor): bigint | undefined {
  const { value } = at;
  if (isJsonInteger(value) && value <= I64_MAX) return BigInt(value);
  return at.expected(I64, numberHint(at));
}

export const readU8 = readerUpTo(0xff, 'u8');
export const readU16 = readerUpTo(0xffff, 'u16');
export const readU32 = readerUpTo(0xffffffff, 'u32');

/** A reader of an integer from 0. @param type of the integer in errors, such as `u8` */
export function readerUpTo(max: number, type: string): Reader<number> {
  return (at) => {
    const { value } = at;
    if (typeof value === 'number' && value >= 0 && value <= max) return value;
    return at.expected(`an integer from 0 to ${max} (${type})`, numberHint(at));
  };
}

function numberHint({ source, value }: Cursor): string | undefined {
  if (value instanceof JsonFloat && Number.isInteger(value.value) && Math.abs(value.value) >= 2 ** 63)
    return (source.hintPlace ?? 'file') === 'file' ? ROUNDED : undefined;
  if (value instanceof JsonFloat) return 'integers are written without a point and without an exponent';
  return typeof value === 'string' && /^-?\d+$/.test(value) ? 'write the number without quotes' : undefined;
}

export function readBoolean(at: Cursor): boolean | undefined {
  return typeof at.value === 'boolean' ? at.value : at.expected('true or false');
}

export function readText(at: Cursor): string | undefined {
  return typeof at.value === 'string' ? at.value : at.expected('a string');
}

export function isObject(at: Cursor): boolean {
  if (!isJsonObject(at.value)) at.expected('an object');
  return isJsonObject(at.value);
}

type Whole<T> = { readonly [K in keyof T]: Exclude<T[K], undefined> };

/** The fields that were read, or undefined if one of them is wrong. */
export function whole<T extends object>(fields: T): (T & Whole<T>) | undefined {
  return isWhole(fields) ? fields : undefined;
}

function isWhole<T extends object>(fields: T): fields is T & Whole<T> {
  for (const name in fields) if (fields[name] === undefined) return false;
  return true;
}

/** All items, or undefined if one of them is wrong. */
export function readList<T>(at: Cursor, readItem: Reader<T>): T[] | undefined {
  if (!isJsonArray(at.value)) return at.expected('an array');
  const items: T[] = [];
  at.items().forEach((item) => {
    const value = readItem(item);
    if (value !== undefined) items.push(value);
  });
  return items.length === at.value.length ? items : undefined;
}

/** The items of an array that may be left out when it is empty. */
export function itemsOf(at: Cursor): readonly Cursor[] {
  if (at.isNothing) return [];
  if (!isJsonArray(at.value)) at.expected('a list');
  return at.items();
}

/**
 * An array that is kept unchanged, or undefined if one of its items is wrong. Items are read one by one only if a fast check of
 * all of them fails.
 */
function keepList<T extends JsonValue>(
  at: Cursor,
  isGood: (value: JsonValue) => value is T,
  readItem: Reader<unknown>,
): readonly T[] | undefined {
  if (isJsonArray(at.value) && at.value.every(isGood)) return at.value;
  readList(at, readItem);
  return undefined;
}

export function readTexts(at: Cursor): readonly string[] | undefined {
  return keepList(at, isText, readText);
}

/** Numbers up to 2^53, bigints above. */
export function readU64s(at: Cursor): readonly (number | bigint)[] | undefined {
  return keepList(at, isU64, readU64);
}

/** Reads indexes into account lists. */
export function readByteNumbers(at: Cursor): readonly number[] | undefined {
  return keepList(at, isU8, readU8);
}

function isText(value: JsonValue): value is string {
  return typeof value === 'string';
}

function isU64(value: JsonValue): value is number | bigint {
  return isJsonInteger(value) && value >= 0;
}

function isU8(value: JsonValue): value is number {
  return typeof value === 'number' && value >= 0 && value <= 0xff;
}

/** null where the member is absent or null */
export function readNullable<T>(at: Cursor, read: Reader<T>): T | null | undefined {
  return at.isNothing ? null : read(at);
}

export function readAddress(at: Cursor): Address | undefined {
  const address = typeof at.value === 'string' ? at.reading.addresses.get(at.value) : undefined;
  return address ?? at.expected(ADDRESS, base58Hint(at.value));
}

/** Reads an address that occurs once, such as the key of an account: the table does not keep it. */
export function readUniqueAddress(at: Cursor): Address | undefined {
  const address = typeof at.value === 'string' ? uniqueAddress(at.value) : undefined;
  return address ?? at.expected(ADDRESS, base58Hint(at.value));
}

export function readBlockhash(at: Cursor): Blockhash | undefined {
  const { value } = at;
  if (typeof value === 'string' && isAddressText(value)) return flatCopy(value) as Blockhash;
  return at.expected('a blockhash (base58 of 32 bytes)', base58Hint(value));
}

export function readSignature(at: Cursor): Signature | undefined {
  const { value } = at;
  if (typeof value === 'string' && isSignatureText(value)) return flatCopy(value) as Signature;
  return at.expected('a signature (base58 of 64 bytes)', base58Hint(value));
}

/** Bytes of any length; `""` is none. */
export function readBase58(at: Cursor): Uint8Array | undefined {
  const bytes = typeof at.value === 'string' ? base58Bytes(at.value) : undefined;
  return bytes instanceof Uint8Array ? bytes : at.expected('base58 text', base58Hint(at.value));
}

/** Returns the text: the bytes of most instructions are never needed. */
export function readBase58Text(at: Cursor): string | undefined {
  const { value } = at;
  return typeof value === 'string' && isBase58Text(value) ? value : at.expected('base58 text', base58Hint(value));
}

export function readBase64(at: Cursor): Uint8Array | undefined {
  if (typeof at.value !== 'string') return at.expected('base64 text');
  try {
    return decodeBase64(at.value);
  } catch (error) {
    if (!(error instanceof Base64Error)) throw error;
    return at.expected('base64 text', base64Hint(error));
  }
}

/** A list of bytes, the form of indexes into account lists. */
export function readByteList(at: Cursor): Uint8Array | undefined {
  const bytes = readList(at, readU8);
  return bytes && Uint8Array.from(bytes);
}

function base58Hint(value: JsonValue | undefined): string | undefined {
  if (typeof value !== 'string') return undefined;
  const bytes = base58Bytes(value);
  return bytes instanceof Base58Error ? bytes.message : `it is base58 of ${bytes.length} bytes`;
}

function base58Bytes(text: string): Uint8Array | Base58Error {
  try {
    return decodeBase58(text);
  } catch (error) {
    if (error instanceof Base58Error) return error;
    throw error;
  }
}

function base64Hint({ reason }: Base64Error): string {
  switch (reason.kind) {
    case 'InvalidByte':
      return `byte ${reason.byte} at ${reason.index} is not allowed there`;
    case 'InvalidLength':
      return `${reason.length} characters cannot be a whole number of bytes`;
    case 'InvalidLastSymbol':
      return `character ${reason.index} has unused bits that are not zero`;
    case 'InvalidPadding':
      return 'the padding (=) is wrong';
  }
}

const ADDRESS_LIKE = new RegExp(`^${ADDRESS_PATTERN}$`);

/** Whether the value maps addresses to entries (or null): if one entry looks like an expected entry, or if all keys look like addresses. */
export function isAddressMap(value: JsonValue, isEntry: (entry: JsonValue) => boolean): boolean {
  if (!isJsonObject(value)) return false;
  const entries = Object.values(value).map((entry) => entry ?? null);
  if (entries.length === 0 || !entries.every((entry) => entry === null || isJsonObject(entry))) return false;
  return entries.some(isEntry) || Object.keys(value).every((key) => ADDRESS_LIKE.test(key));
}

/** The address that is the name of a member. */
export function readKeyAddress(entry: Cursor): Address | undefined {
  return (
    uniqueAddress(entry.key) ?? entry.refuse(`expected a key that is an address, found ${JSON.stringify(entry.key)}`)
  );
}
