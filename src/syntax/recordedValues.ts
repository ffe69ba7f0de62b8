import { encodeBase58 } from '../codec/base58.ts';
import { isJsonArray, isJsonObject, type JsonValue } from '../codec/jsonText.ts';
import { parseJson } from '../codec/parseJson.ts';
import type { Cursor } from './cursor.ts';
import {
  type Reader,
  readBase58,
  readBase58Text,
  readI64,
  readU8,
  readU16,
  readU32,
  readU64,
  readU64s,
} from './readers.ts';

/**
 * Values of recordings as `JSON.stringify` writes those of clients: bigints of Kit as text, bytes of web3.js as objects; and values that
 * serializers leave out where they are empty.
 * @module
 */

const DECIMAL = /^(?:0|-?[1-9]\d{0,19})$/;

/** Reads an integer in a text; keeps other values. */
function withoutQuotes(value: JsonValue): JsonValue {
  return typeof value === 'string' && DECIMAL.test(value) ? parseJson(value) : value;
}

function orQuoted<T>(read: Reader<T>): Reader<T> {
  return (at) => read(typeof at.value === 'string' ? at.withValue(withoutQuotes(at.value)) : at);
}

export const readRecordedU8: Reader<number> = orQuoted(readU8);
export const readRecordedU16: Reader<number> = orQuoted(readU16);
export const readRecordedU32: Reader<number> = orQuoted(readU32);
export const readRecordedU64: Reader<bigint> = orQuoted(readU64);
export const readRecordedI64: Reader<bigint> = orQuoted(readI64);

export const readRecordedU64s: Reader<readonly (number | bigint)[]> = (at) =>
  readU64s(isJsonArray(at.value) && at.value.some(isText) ? at.withValue(at.value.map(withoutQuotes)) : at);

function isText(value: JsonValue): boolean {
  return typeof value === 'string';
}

/** An integer, which may be quoted; undefined: the value is not one. */
export function recordedInteger(value: JsonValue | undefined): bigint | undefined {
  const integer = withoutQuotes(value ?? null);
  return typeof integer === 'number' || typeof integer === 'bigint' ? BigInt(integer) : undefined;
}

/**
 * The value of a member that a serializer left out, because it is empty.
 *
 * @param names of the members of its object: where others are there, one may be misspelled
 */
export function orEmpty<T>(read: Reader<T>, empty: T, names: readonly string[]): Reader<T> {
  return (at) => (at.isNothing && hasOnly(at.parent, names) ? empty : read(at));
}

function hasOnly(at: Cursor | undefined, names: readonly string[]): boolean {
  return isJsonObject(at?.value) && Object.keys(at.value).every((key) => names.includes(key));
}

/**
 * The bytes of `{"type": "Buffer", "data": […]}`, or of an object with a member for each byte, which a Uint8Array becomes. Undefined: it is
 * neither.
 */
export function bytesOfClient(value: JsonValue | undefined): Uint8Array | undefined {
  if (!isJsonObject(value)) return undefined;
  if (value.type === 'Buffer') return isJsonArray(value.data) ? bytesOf(value.data) : undefined;
  const isIndexed = Object.keys(value).every((key, i) => key === String(i));
  return isIndexed ? bytesOf(Object.values(value)) : undefined;
}

function bytesOf(values: readonly (JsonValue | undefined)[]): Uint8Array | undefined {
  const isWhole = values.every((value) => typeof value === 'number' && value >= 0 && value <= 0xff);
  return isWhole ? Uint8Array.from(values as readonly number[]) : undefined;
}

/** The base58 text of a list of bytes, as Rust writes keys and hashes; other values are returned unchanged. */
export function base58OfBytes(value: JsonValue): JsonValue {
  const bytes = isJsonArray(value) ? bytesOf(value) : undefined;
  return bytes === undefined ? value : encodeBase58(bytes);
}

/** A list of bytes. */
export const readByteValues: Reader<Uint8Array> = (at) =>
  (isJsonArray(at.value) ? bytesOf(at.value) : undefined) ?? at.expected('a list of bytes');

/** Bytes in base58, or as a client has them. */
export const readRecordedBytes: Reader<Uint8Array> = (at) => bytesOfClient(at.value) ?? readBase58(at);

/** The base58 text of bytes. */
export const readRecordedText: Reader<string> = (at: Cursor) => {
  const bytes = bytesOfClient(at.value);
  return bytes === undefined ? readBase58Text(at) : encodeBase58(bytes);
};
