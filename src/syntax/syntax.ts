import { U64_MAX } from '../codec/bigints.ts';
import { isJsonObject, type JsonObject } from '../codec/jsonText.ts';
import type { Cursor } from './cursor.ts';
import { refuseUnknown } from './members.ts';
import {
  isObject,
  type Reader,
  readAddress,
  readBlockhash,
  readBoolean,
  readI64,
  readList,
  readNullable,
  readText,
  readU8,
  readU16,
  readU32,
  readU64,
} from './readers.ts';

/**
 * Descriptions of what people write into `ledger.json` and scripts. Reading, the types of what is read and the JSON Schema follow
 * from them.
 * @module
 */

/** JSON Schema, draft 7 */
export type Schema = JsonObject;

/** A value as it is written: a reader of it that can describe it. */
export interface Syntax<T> extends Reader<T> {
  /** @param definitions gets the parts that have a name */
  readonly schema: (definitions: Definitions) => Schema;
}

/** Schemas by name: a schema refers to them in place of repeating them. */
export type Definitions = Map<string, Schema>;

/** A member that may be left out; `D` is what it is then. */
export interface Optional<T, D> extends Syntax<T> {
  readonly missing: D;
}

/** The members of an object. */
export type Members = Readonly<Record<string, Syntax<unknown>>>;

/** What is read of a member. */
type ValueOf<S> = S extends Optional<infer T, infer D> ? T | D : S extends Syntax<infer T> ? T : never;

/** What is read of an object. */
export type ObjectOf<M extends Members> = { readonly [K in keyof M]: ValueOf<M[K]> };

/** What is read of members one by one; undefined: it is left out or wrong, and the latter has been reported. */
export type PartsOf<M extends Members> = { readonly [K in keyof M]: ValueOf<M[K]> | undefined };

export function syntax<T>(read: Reader<T>, schema: Schema | Syntax<T>['schema']): Syntax<T> {
  return Object.assign((at: Cursor) => read(at), { schema: typeof schema === 'function' ? schema : () => schema });
}

/** A value of one of several forms, which its reader tells apart. */
export function anyOf<T>(read: Reader<T>, ...forms: readonly Syntax<unknown>[]): Syntax<T> {
  return syntax(read, (definitions) => ({ anyOf: forms.map((form) => form.schema(definitions)) }));
}

/** With a text that editors show. */
export function described<T>(value: Syntax<T>, description: string): Syntax<T> {
  return syntax(value, (definitions) => ({ description, ...value.schema(definitions) }));
}

/** The definition of its name in a schema. */
export function named<T>(name: string, value: Syntax<T>): Syntax<T> {
  return syntax(value, (definitions) => {
    if (!definitions.has(name)) definitions.set(name, value.schema(definitions));
    return { $ref: `#/definitions/${name}` };
  });
}

export function optional<T>(value: Syntax<T>, description?: string): Optional<T, undefined> {
  return missingAs(value, undefined, description);
}

/** @param missing what a member that is left out is read as */
export function withDefault<T>(value: Syntax<T>, missing: NoInfer<T>, description?: string): Optional<T, T> {
  return missingAs(value, missing, description);
}

function missingAs<T, D>(value: Syntax<T>, missing: D, description?: string): Optional<T, D> {
  const whole = description === undefined ? syntax(value, value.schema) : described(value, description);
  return Object.assign(whole, { missing });
}

/** An object of these members and no others. */
export interface ObjectSyntax<M extends Members> extends Syntax<ObjectOf<M>> {
  readonly members: M;
}

/** @param besides further rules of the schema, or its description */
export function object<M extends Members>(members: M, besides: Schema | string = {}): ObjectSyntax<M> {
  return Object.assign(
    syntax(
      (at) => readObject(at, members),
      (definitions) => objectSchema(members, definitions, besides),
    ),
    { members },
  );
}

/**
 * The members of an object; undefined if one of them is wrong.
 *
 * @param others names that are read elsewhere
 */
export function readObject<M extends Members>(
  at: Cursor,
  members: M,
  others: readonly string[] = [],
): ObjectOf<M> | undefined {
  const parts = readParts(at, members, others);
  if (parts === undefined) return undefined;
  for (const name in members) if (parts[name] === undefined && !isLeftOut(at, name, members[name]!)) return undefined;
  // every member is there, or may be left out
  return parts as ObjectOf<M>;
}

function isLeftOut({ value }: Cursor, name: string, member: Syntax<unknown>): member is Optional<unknown, unknown> {
  return 'missing' in member && !(isJsonObject(value) && Object.hasOwn(value, name));
}

/**
 * The members of an object, each for itself: one that is wrong leaves the others as they are.
 *
 * @param others names that are read elsewhere
 */
export function readParts<M extends Members>(
  at: Cursor,
  members: M,
  others: readonly string[] = [],
): PartsOf<M> | undefined {
  if (!isObject(at)) return undefined;
  const names = Object.keys((at.value ?? {}) as JsonObject);
  const areKnown = names.every((name) => Object.hasOwn(members, name) || others.includes(name));
  if (!areKnown) refuseUnknown(at, [...Object.keys(members), ...others]);
  return readKnown(at, members);
}

/** The same of an object that has other members too. */
export function readKnown<M extends Members>(at: Cursor, members: M): PartsOf<M> {
  const parts: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(members))
    parts[name] = isLeftOut(at, name, member) ? member.missing : member(at.member(name));
  // each is of the type of its member
  return parts as PartsOf<M>;
}

export function objectSchema(members: Members, definitions: Definitions, besides: Schema | string = {}): Schema {
  if (typeof besides === 'string') return { description: besides, ...objectSchema(members, definitions) };
  const required = Object.keys(members).filter((name) => !('missing' in members[name]!));
  const properties = Object.entries(members).map(([name, member]) => [name, member.schema(definitions)] as const);
  return {
    type: 'object',
    additionalProperties: false,
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(properties),
    ...besides,
  };
}

/** @param besides further rules of the schema */
export function list<T>(item: Syntax<T>, besides: Schema = {}): Syntax<readonly T[]> {
  return syntax(
    (at) => readList(at, item),
    (definitions) => ({ type: 'array', items: item.schema(definitions), ...besides }),
  );
}

/** An object of entries whose names mean something; what is read of it leaves out entries that are wrong. */
export function entries<T>(key: Syntax<unknown>, entry: Syntax<T>): Syntax<readonly T[]> {
  return syntax(
    (at) => (isObject(at) ? at.members().flatMap((member) => entry(member) ?? []) : undefined),
    entriesSchema(key, entry),
  );
}

/**
 * An object as a map, or undefined if one of its keys or values is wrong.
 *
 * @param key reads the name of a member
 */
export function mapOf<K, V>(key: Syntax<K>, value: Syntax<V>): Syntax<ReadonlyMap<K, V>> {
  return syntax((at) => readMap(at, key, value), entriesSchema(key, value));
}

function readMap<K, V>(at: Cursor, readKey: Reader<K>, readValue: Reader<V>): Map<K, V> | undefined {
  if (!isObject(at)) return undefined;
  const members = at.members();
  const map = new Map<K, V>();
  for (const member of members) {
    const { key, value } = { key: readKey(member), value: readValue(member) };
    if (key !== undefined && value !== undefined) map.set(key, value);
  }
  return map.size === members.length ? map : undefined;
}

function entriesSchema(key: Syntax<unknown>, value: Syntax<unknown>): Syntax<unknown>['schema'] {
  return (definitions) => ({
    type: 'object',
    propertyNames: key.schema(definitions),
    additionalProperties: value.schema(definitions),
  });
}

const NULL = syntax<null>(() => null, { type: 'null' });

/** null where it is null. */
export function nullable<T>(value: Syntax<T>): Syntax<T | null> {
  return anyOf<T | null>((at) => readNullable(at, value), value, NULL);
}

/** One of several words. */
export function oneOf<T extends string>(words: readonly T[]): Syntax<T> {
  const expected = words.map((word) => JSON.stringify(word)).join(' or ');
  return syntax((at) => words.find((word) => word === at.value) ?? at.expected(expected), { enum: words });
}

/** Makes something else of what is read, or reports what is wrong with it. */
export function converted<T, U>(value: Syntax<T>, convert: (read: T, at: Cursor) => U | undefined): Syntax<U> {
  return syntax((at) => {
    const read = value(at);
    return read === undefined ? undefined : convert(read, at);
  }, value.schema);
}

export const boolean = syntax(readBoolean, { type: 'boolean' });
export const text = syntax(readText, { type: 'string' });

function integer<T>(read: Reader<T>, minimum: number, maximum: number | bigint): Syntax<T> {
  return syntax(read, { type: 'integer', minimum, maximum });
}

export const u8 = integer(readU8, 0, 0xff);
export const u16 = integer(readU16, 0, 0xffff);
export const u32 = integer(readU32, 0, 0xffffffff);
export const u64 = named('u64', integer(readU64, 0, U64_MAX));
export const i64 = syntax(readI64, { type: 'integer' });

export const BASE58_KEY = '[1-9A-HJ-NP-Za-km-z]{32,44}';

/** Base58 of 32 bytes. */
export const plainAddress = syntax(readAddress, { type: 'string', pattern: `^${BASE58_KEY}$` });
export const blockhash = syntax(readBlockhash, { type: 'string', pattern: `^${BASE58_KEY}$` });
