import { U64_MAX } from '../codec/bigints.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../codec/jsonText.ts';
import { ADDRESS_PATTERN } from '../solana/address.ts';
import type { Cursor } from './cursor.ts';
import { refuseUnknown } from './members.ts';
import {
  isObject,
  type Reader,
  readAddress,
  readBlockhash,
  readBoolean,
  readerUpTo,
  readI64,
  readList,
  readNullable,
  readText,
  readTexts,
  readU8,
  readU16,
  readU32,
  readU64,
} from './readers.ts';

/**
 * The kit that describes values which people write: one description reads a value, is its type, and gives its JSON Schema and its row of
 * the docs. Open this file first.
 *
 * ```ts
 * const CONFIG = object({ limit: withDefault(u32, 10, 'items in the answer'), from: optional(address) });
 * type Config = TypeOf<typeof CONFIG>; // { readonly limit: number; readonly from: AddressNode | undefined }
 * CONFIG(at);                          // the value at a cursor; undefined: it is wrong, and each mistake was reported at its place
 * CONFIG.schema(new Definitions());    // JSON Schema
 * memberText('config', true, CONFIG.schema(new Definitions())); // config: {limit? = 10, from?}, as a table of the docs has it
 * ```
 *
 * - `cursor.ts`: a value and its place; it collects what is wrong
 * - `readers.ts`: readers of single values, which descriptions are made of; `recordedValues.ts`, `transactionError.ts`: those of recordings
 * - `values.ts`: addresses, amounts, bytes and keys as scripts have them; `addressExpression.ts`: the grammar of addresses
 * - `docsRow.ts`: a member as tables of the docs have it
 * - `problems.ts`: what is wrong, and where: a place is a document and a path in it
 * @module
 */

/** JSON Schema, draft 7 */
export type Schema = JsonObject;

/** The description of a value: a function that reads it, and its schema. */
export interface Syntax<T> extends Reader<T> {
  readonly schema: (definitions: References) => Schema;
}

/** Makes the reference that stands in a schema where the schema with this name would stand. */
export interface References {
  reference(name: string, schemaOf: () => Schema): Schema;
}

/** The type of the value that a description reads. */
export type TypeOf<S> = S extends Optional<infer T, infer D> ? T | D : S extends Syntax<infer T> ? T : never;

/** The schemas of a document that have a name. */
export class Definitions implements References {
  readonly schemas = new Map<string, Schema>();
  /** names whose schemas are finished, or being made: a schema may refer to itself */
  readonly #names = new Set<string>();

  reference(name: string, schemaOf: () => Schema): Schema {
    if (!this.#names.has(name)) {
      this.#names.add(name);
      this.schemas.set(name, schemaOf());
    }
    return { $ref: `#/definitions/${name}` };
  }
}

/** A member that may be left out, and the value that it has then. */
export interface Optional<T, D> extends Syntax<T> {
  readonly missing: D;
}

/** Descriptions of the members of an object, by name. */
export type Members = Readonly<Record<string, Syntax<unknown>>>;

/** The type of an object with these members. */
export type ObjectOf<M extends Members> = { readonly [K in keyof M]: TypeOf<M[K]> };

/** The type of an object whose members are read one by one; undefined: left out, or wrong, which has been reported. */
export type PartsOf<M extends Members> = { readonly [K in keyof M]: TypeOf<M[K]> | undefined };

/** Makes a description of a reader and its schema. */
export function syntax<T>(read: Reader<T>, schema: Schema | Syntax<T>['schema']): Syntax<T> {
  return Object.assign((at: Cursor) => read(at), { schema: typeof schema === 'function' ? schema : () => schema });
}

/** A value of one of several forms, which its reader tells apart. */
export function anyOf<T>(read: Reader<T>, ...forms: readonly Syntax<unknown>[]): Syntax<T> {
  return syntax(read, (definitions) => ({ anyOf: forms.map((form) => form.schema(definitions)) }));
}

/** Adds a text that editors show. */
export function described<T>(value: Syntax<T>, description: string): Syntax<T> {
  return syntax(value, (definitions) => ({ description, ...value.schema(definitions) }));
}

/** Gives a value a name, by which schemas refer to it. */
export function named<T>(name: string, value: Syntax<T>): Syntax<T> {
  return syntax(value, (definitions) => definitions.reference(name, () => value.schema(definitions)));
}

/** A member that may be left out. */
export function optional<T>(value: Syntax<T>, description?: string): Optional<T, undefined> {
  return missingAs(syntax(value, value.schema), undefined, description);
}

/** A member that may be left out. @param missing its value then */
export function withDefault<T>(value: Syntax<T>, missing: NoInfer<T>, description?: string): Optional<T, T> {
  const standard = isJsonScalar(missing) ? { default: missing } : {};
  return missingAs(
    syntax(value, (definitions) => ({ ...value.schema(definitions), ...standard })),
    missing,
    description,
  );
}

function isJsonScalar(value: unknown): value is boolean | number | bigint | string {
  return ['boolean', 'number', 'bigint', 'string'].includes(typeof value);
}

function missingAs<T, D>(value: Syntax<T>, missing: D, description?: string): Optional<T, D> {
  return Object.assign(description === undefined ? value : described(value, description), { missing });
}

/** An object of these members and no others. */
export interface ObjectSyntax<M extends Members> extends Syntax<ObjectOf<M>> {
  readonly members: M;
}

/** @param rules further rules of the schema, or its description */
export function object<M extends Members>(members: M, rules: Schema | string = {}): ObjectSyntax<M> {
  return Object.assign(
    syntax(
      (at) => readObject(at, members),
      (definitions) => objectSchema(members, definitions, rules),
    ),
    { members },
  );
}

/** An optional object of optional members: without it each member has its default. */
export function config<M extends Readonly<Record<string, Optional<unknown, unknown>>>>(
  members: M,
): Optional<ObjectOf<M>, ObjectOf<M>> {
  const defaults = Object.entries(members).map(([name, { missing }]) => [name, missing] as const);
  // each is of the type of its member
  return missingAs(object(members), Object.fromEntries(defaults) as ObjectOf<M>);
}

/** An object with one of several members. */
export type OneMember<M extends Members> = { [K in keyof M]: { readonly [Name in K]: TypeOf<M[K]> } }[keyof M];

/** Describes an object that has exactly one of these members. */
export function oneMember<M extends Members>(members: M): Syntax<OneMember<M>> {
  const names = Object.keys(members);
  const expected = `one of ${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
  const choices = Object.fromEntries(names.map((name) => [name, optional(members[name]!)]));
  return syntax(
    (at) => {
      const parts = readParts(at, choices);
      if (parts === undefined) return undefined;
      const [name, ...others] = at.members().map(({ key }) => key);
      if (name === undefined || others.length > 0) return at.expected(expected);
      // the other members are not there
      return parts[name] === undefined ? undefined : ({ [name]: parts[name] } as OneMember<M>);
    },
    (definitions) => objectSchema(choices, definitions, { minProperties: 1, maxProperties: 1 }),
  );
}

/** Refuses members of an object that exclude each other. @param rows lists of names: an object may have at most one name of each list */
export function exclusive<T>(object: Syntax<T>, rows: readonly (readonly string[])[]): Syntax<T> {
  return converted(object, (read, at) => {
    for (const row of rows) {
      const [first, second] = row.filter((name) => at.member(name).value !== undefined);
      if (second !== undefined) return at.member(second).refuse(`there cannot be ${second} where there is ${first}`);
    }
    return read;
  });
}

/**
 * The members of an object; undefined if one of them is wrong.
 *
 * @param otherNames names that are read elsewhere
 */
export function readObject<M extends Members>(
  at: Cursor,
  members: M,
  otherNames: readonly string[] = [],
): ObjectOf<M> | undefined {
  const parts = readParts(at, members, otherNames);
  if (parts === undefined) return undefined;
  for (const name in members) if (parts[name] === undefined && !isLeftOut(at, name, members[name]!)) return undefined;
  // every member is there, or may be left out
  return parts as ObjectOf<M>;
}

function isLeftOut({ value }: Cursor, name: string, member: Syntax<unknown>): member is Optional<unknown, unknown> {
  return isOptional(member) && !(isJsonObject(value) && Object.hasOwn(value, name));
}

export function isOptional(member: Syntax<unknown>): member is Optional<unknown, unknown> {
  return 'missing' in member;
}

/**
 * Reads the members of an object one by one: a wrong one does not change the others.
 *
 * @param otherNames names that are read elsewhere
 */
export function readParts<M extends Members>(
  at: Cursor,
  members: M,
  otherNames: readonly string[] = [],
): PartsOf<M> | undefined {
  if (!isObject(at)) return undefined;
  const names = Object.keys((at.value ?? {}) as JsonObject);
  const areKnown = names.every((name) => Object.hasOwn(members, name) || otherNames.includes(name));
  if (!areKnown) refuseUnknown(at, [...Object.keys(members), ...otherNames]);
  return readKnown(at, members);
}

/** Reads these members of an object that may have others. */
export function readKnown<M extends Members>(at: Cursor, members: M): PartsOf<M> {
  const parts: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(members))
    parts[name] = isLeftOut(at, name, member) ? member.missing : member(at.member(name));
  // each is of the type of its member
  return parts as PartsOf<M>;
}

export function objectSchema(members: Members, definitions: References, rules: Schema | string = {}): Schema {
  if (typeof rules === 'string') return { description: rules, ...objectSchema(members, definitions) };
  const required = Object.keys(members).filter((name) => !isOptional(members[name]!));
  const properties = Object.entries(members).map(([name, member]) => [name, member.schema(definitions)] as const);
  return {
    type: 'object',
    additionalProperties: false,
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(properties),
    ...rules,
  };
}

/** @param rules further rules of the schema */
export function list<T>(item: Syntax<T>, rules: Schema = {}): Syntax<readonly T[]> {
  return syntax(
    (at) => readList(at, item),
    (definitions) => ({ type: 'array', items: item.schema(definitions), ...rules }),
  );
}

/**
 * An object as a list of its entries. Wrong entries are left out.
 *
 * @param key only its schema is used: `entry` reads the name of the member too
 */
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

/** A value, or null. */
export function nullable<T>(value: Syntax<T>): Syntax<T | null> {
  return anyOf<T | null>((at) => readNullable(at, value), value, NULL);
}

/** Describes a text that is one of several. */
export function oneOf<const T extends string>(texts: readonly T[]): Syntax<T> {
  const expected = texts.map((item) => JSON.stringify(item)).join(' or ');
  return syntax((at) => texts.find((text) => text === at.value) ?? at.expected(expected), {
    type: 'string',
    enum: texts,
  });
}

/** Converts the value that is read to another one, or reports a mistake in it. */
export function converted<T, U>(value: Syntax<T>, convert: (read: T, at: Cursor) => U | undefined): Syntax<U> {
  return syntax((at) => {
    const read = value(at);
    return read === undefined ? undefined : convert(read, at);
  }, value.schema);
}

/** Any JSON value: what it means is read elsewhere. */
export function json(schema: Schema = {}): Syntax<JsonValue> {
  return syntax(({ value }) => value, schema);
}

/** A value that is read elsewhere, with its place. @param schema the schema of the value */
export function readElsewhere({ schema }: Pick<Syntax<unknown>, 'schema'>): Syntax<Cursor> {
  return syntax((at) => at, schema);
}

/** A member that another form of an object has. */
export const absent = optional(syntax<undefined>(() => undefined, { not: {} }));

export const boolean = syntax(readBoolean, { type: 'boolean' });
export const trueOnly = syntax<true>((at) => (at.value === true ? true : at.expected('true')), { enum: [true] });
export const text = syntax(readText, { type: 'string' });
export const texts = syntax(readTexts, { type: 'array', items: { type: 'string' } });

function integer<T>(read: Reader<T>, minimum: number, maximum: number | bigint): Syntax<T> {
  return syntax(read, { type: 'integer', minimum, maximum });
}

/** An integer from 0. @param type of the integer in errors, such as `basis points` */
export function integerUpTo(max: number, type: string): Syntax<number> {
  return integer(readerUpTo(max, type), 0, max);
}

export const u8 = integer(readU8, 0, 0xff);
export const u16 = integer(readU16, 0, 0xffff);
export const u32 = integer(readU32, 0, 0xffffffff);
export const u64 = named('u64', integer(readU64, 0, U64_MAX));
export const i64 = syntax(readI64, { type: 'integer' });

const { MAX_SAFE_INTEGER, MIN_SAFE_INTEGER } = Number;

/** A slot, a number of slots or of other things: read like any u64, but in schemas and types it stays below 2^53. */
export const count = named('count', integer(readU64, 0, MAX_SAFE_INTEGER));

/** Seconds since 1970. */
export const unixTime = integer(readI64, MIN_SAFE_INTEGER, MAX_SAFE_INTEGER);

/** A schema in the place of each reference to it. */
const INLINE: References = { reference: (_name, schemaOf) => schemaOf() };

/** An integer other than 0. @param expected what was expected in place of 0 */
export function fromOne<T extends number | bigint>(value: Syntax<T>, expected = '1 or more'): Syntax<T> {
  return syntax(
    (at) => {
      const read = value(at);
      return read !== undefined && Number(read) === 0 ? at.expected(expected) : read;
    },
    { ...value.schema(INLINE), minimum: 1 },
  );
}

/** Base58 of 32 bytes. */
export const plainAddress = syntax(readAddress, { type: 'string', pattern: `^${ADDRESS_PATTERN}$` });
export const blockhash = syntax(readBlockhash, { type: 'string', pattern: `^${ADDRESS_PATTERN}$` });
