import {
  floatText,
  isJsonArray,
  isJsonObject,
  JsonFloat,
  type JsonObject,
  type JsonValue,
  sortedKeys,
} from '../../codec/jsonText.ts';
import { quoteDebug } from '../../codec/text.ts';
import { type RpcError, rpcErrors } from '../../errors.ts';

/**
 * Readers of single JSON values that refuse exactly as the node's decoder does.
 *
 * Source   serde 1.0.228 and serde_json 1.0.149 error texts
 * @module
 */

const I64_MAX = 2n ** 63n - 1n;

/** A value of a parameter, or undefined where it is absent. */
export type Param = JsonValue | undefined;

function invalidType(got: JsonValue, want: string): RpcError {
  return rpcErrors.invalidParams(`invalid type: ${describe(got)}, expected ${want}`);
}

function describe(value: JsonValue): string {
  if (value === null) return 'null';
  if (typeof value === 'string') return `string ${quoteDebug(value)}`;
  if (typeof value === 'boolean') return `boolean \`${value}\``;
  if (typeof value === 'number' || typeof value === 'bigint') return `integer \`${value}\``;
  if (value instanceof JsonFloat) return `floating point \`${floatText(value.value)}\``;
  return isJsonArray(value) ? 'sequence' : 'map';
}

/** @param want `u64`, or `usize` where the node counts in memory sizes */
export function readU64(value: JsonValue, want: 'u64' | 'usize' | 'u8' = 'u64'): bigint {
  if (typeof value !== 'number' && typeof value !== 'bigint') throw invalidType(value, want);
  if (value < 0) throw rpcErrors.invalidParams(`invalid value: integer \`${value}\`, expected ${want}`);
  return BigInt(value);
}

export function readI64(value: JsonValue): bigint {
  if (typeof value !== 'number' && typeof value !== 'bigint') throw invalidType(value, 'i64');
  if (value > I64_MAX || value < -I64_MAX - 1n)
    throw rpcErrors.invalidParams(`invalid value: integer \`${value}\`, expected i64`);
  return BigInt(value);
}

export function readU8(value: JsonValue): number {
  const number = readU64(value, 'u8');
  if (number > 0xff) throw rpcErrors.invalidParams(`invalid value: integer \`${number}\`, expected u8`);
  return Number(number);
}

export function readString(value: JsonValue): string {
  if (typeof value !== 'string') throw invalidType(value, 'a string');
  return value;
}

export function readBoolean(value: JsonValue): boolean {
  if (typeof value !== 'boolean') throw invalidType(value, 'a boolean');
  return value;
}

export function readSequence(value: JsonValue): readonly JsonValue[] {
  if (!isJsonArray(value)) throw invalidType(value, 'a sequence');
  return value;
}

/** An object that cannot be written as an array, because the node flattens another struct into it. */
export function readStruct(value: JsonValue, name: string): JsonObject {
  if (!isJsonObject(value)) throw invalidType(value, `struct ${name}`);
  return value;
}

/** A word of a list, as text or as `{"word": null}`. */
export function readVariant<T extends string>(value: JsonValue, variants: readonly T[]): T {
  if (typeof value === 'string') return knownVariant(value, variants);
  const [key, content] = readSingleKey(value);
  const variant = knownVariant(key, variants);
  if (content !== null) throw invalidType(content, 'unit');
  return variant;
}

/**
 * A word in a struct that the node flattens into another one: an empty object counts as null there, `{"word": {}}`.
 *
 * Source   serde 1.0.228 ContentDeserializer `deserialize_unit`
 */
export function readFlattenedVariant<T extends string>(value: JsonValue, variants: readonly T[]): T {
  if (!isJsonObject(value)) return readVariant(value, variants);
  const [word, content] = readSingleKey(value);
  const isEmpty = isJsonObject(content) && Object.keys(content).length === 0;
  return readVariant(isEmpty ? word : value, variants);
}

/** The only member of an object that encodes an enum. */
export function readSingleKey(value: JsonValue): readonly [string, JsonValue] {
  if (!isJsonObject(value)) throw invalidType(value, 'string or map');
  const entries = Object.entries(value);
  if (entries.length !== 1) throw rpcErrors.invalidParams('invalid value: map, expected map with a single key');
  return entries[0] as [string, JsonValue];
}

export function knownVariant<T extends string>(name: string, variants: readonly T[]): T {
  const variant = variants.find((variant) => variant === name);
  if (variant !== undefined) return variant;
  throw rpcErrors.invalidParams(`unknown variant \`${name}\`, expected ${oneOfText(variants)}`);
}

/** Refuses unknown members, as a struct with `deny_unknown_fields` does. */
export function assertKnownFields(object: JsonObject, fields: readonly string[]): void {
  const unknown = Object.keys(object).find((name) => !fields.includes(name));
  if (unknown !== undefined)
    throw rpcErrors.invalidParams(`unknown field \`${unknown}\`, expected ${oneOfText(fields)}`);
}

function oneOfText(names: readonly string[]): string {
  const list = names.map((name) => `\`${name}\``);
  return list.length === 2 ? list.join(' or ') : `one of ${list.join(', ')}`;
}

/**
 * A tuple, or a struct that is written as an array of its members. They are read in order: a missing member is an error at its place, and
 * members beyond the last are an error after all others.
 *
 * Source   serde 1.0.228 `visit_seq` as derived; serde_json 1.0.149
 * @param want what the node calls the whole, e.g. `a tuple of size 2`
 * @param read takes one value a call of `next`; a member with a default may be missing
 * @param wantNoMore the node's text for what it expected instead of a longer array; it differs inside a flattened struct
 */
export function readMembersInOrder<T>(
  values: readonly JsonValue[],
  want: string,
  read: (next: (mayBeMissing?: boolean) => Param) => T,
  wantNoMore = 'fewer elements in array',
): T {
  const invalidLength = (length: number, expected: string) =>
    rpcErrors.invalidParams(`invalid length ${length}, expected ${expected}`);
  let count = 0;
  const result = read((mayBeMissing = false) => {
    const value = values[count++];
    if (value === undefined && !mayBeMissing) throw invalidLength(count - 1, want);
    return value;
  });
  if (values.length > count) throw invalidLength(values.length, wantNoMore);
  return result;
}

/** Parameters as Rust's `{:?}` prints them, as one error quotes them: `Array([Number(1)])`. Source serde_json 1.0.149 */
export function debugText(params: readonly JsonValue[] | JsonObject): string {
  return isJsonObject(params) ? `Map({${members(params)}})` : `Array([${items(params)}])`;
}

function debugValue(value: JsonValue): string {
  if (value === null) return 'Null';
  if (typeof value === 'boolean') return `Bool(${value})`;
  if (typeof value === 'number' || typeof value === 'bigint') return `Number(${value})`;
  if (value instanceof JsonFloat) return `Number(${floatText(value.value)})`;
  if (typeof value === 'string') return `String(${quoteDebug(value)})`;
  if (isJsonArray(value)) return `Array [${items(value)}]`;
  return `Object {${members(value as JsonObject)}}`;
}

function items(values: readonly JsonValue[]): string {
  return values.map(debugValue).join(', ');
}

/** The decoder keeps the members of an object in alphabetical order. */
function members(object: JsonObject): string {
  return sortedKeys(object)
    .map((key) => `${quoteDebug(key)}: ${debugValue(object[key] ?? null)}`)
    .join(', ');
}
