import { f64Text } from '../codec/floats.ts';
import {
  isJsonArray,
  isJsonObject,
  JsonFloat,
  JsonFragment,
  type JsonText,
  type JsonValue,
  stringifyJson,
} from '../codec/jsonText.ts';
import { type RpcError, rpcErrors } from '../errors.ts';
import { closedObjectOf, type Members, type Schema, withDefault, wordOf } from '../rpc/openrpc/schema.ts';
import { BOOLEAN, TEXT, U64 } from '../rpc/openrpc/schemas.ts';
import { Cursor, newReading, type Reading } from '../syntax/cursor.ts';
import { readMembers } from '../syntax/members.ts';
import type { FixtureProblem, Problems } from '../syntax/problems.ts';
import { type Reader, readBoolean, readText, readU32, readU64 } from '../syntax/readers.ts';

/**
 * The arguments of control methods, read with the readers of fixtures: the same mistakes have the same messages.
 * @module
 */

/** How an argument, or a member of a configuration, is described and read. */
export interface Argument<T> {
  readonly schema: Schema;
  readonly read: Reader<T>;
}

/** By name, in their order. A name that ends in `?` may be left out, or be null. */
export type Arguments = Readonly<Record<string, Argument<unknown>>>;

type ValueOf<A> = A extends Argument<infer T> ? T : never;

/** The values of arguments by name, without the `?`. */
export type Values<A extends Arguments> = {
  readonly [Name in keyof A as Name extends `${infer Bare}?` ? Bare : Name]: Name extends `${string}?`
    ? ValueOf<A[Name]> | undefined
    : ValueOf<A[Name]>;
};

export const text: Argument<string> = { schema: TEXT, read: readText };
export const u32: Argument<number> = { schema: U64, read: readU32 };
export const u64: Argument<bigint> = { schema: U64, read: readU64 };

/** Node's timer limit */
export const MAX_TIMER_MS = 2 ** 31 - 1;

/** A value whose meaning depends on the ledger, so that `run` reads it. */
export function anyValue(schema: Schema): Argument<JsonValue> {
  return { schema, read: ({ value }) => value };
}

/** @param value what it means to leave the flag out */
export function flag(value: boolean): Argument<boolean> {
  return { schema: withDefault(BOOLEAN, value), read: readBoolean };
}

/** One of several words; the first is the default. */
export function word<T extends string>(...words: readonly [T, ...T[]]): Argument<T> {
  return { schema: withDefault(wordOf(...words), words[0]), read: (at) => readWord(at, words) };
}

/** An object whose members may all be left out; it has no others. */
export function config<A extends Arguments>(members: A): Argument<Values<A>> {
  const readers = Object.fromEntries(Object.entries(members).map(([name, { read }]) => [bareName(name), read]));
  return {
    schema: closedObjectOf(schemasOf(members)),
    // each member has the reader of its type, but Object.entries loses the types
    read: (at) => readMembers(at, readers) as Values<A> | undefined,
  };
}

export function schemasOf(args: Arguments): Members {
  return Object.fromEntries(Object.entries(args).map(([name, { schema }]) => [name, schema]));
}

function bareName(name: string): string {
  return name.replace(/\?$/, '');
}

/** Problems that are shown; the others are counted. */
const SHOWN_PROBLEMS = 3;

/**
 * Reads positional arguments.
 *
 * @throws RpcError invalidArgument with the problems of all arguments
 */
export function readArguments<A extends Arguments>(params: JsonValue | undefined, args: A): Values<A> {
  const names = Object.keys(args);
  const read = (at: Cursor, name: string) => (at.isNothing && name.endsWith('?') ? undefined : args[name]!.read(at));
  return readDocument(
    listOf(params, names),
    (at) => Object.fromEntries(names.map((name, i) => [bareName(name), read(at.item(i), name)])) as Values<A>,
    (index) => bareName(names[Number(index)] ?? index),
  );
}

function listOf(params: JsonValue | undefined, names: readonly string[]): readonly JsonValue[] {
  const wanted = names.length === 0 ? 'no arguments' : `the arguments [${names.join(', ')}]`;
  const values = params ?? [];
  if (!isJsonArray(values)) throw rpcErrors.invalidArgument(`expected ${wanted}, found an object`);
  if (values.length > names.length) throw rpcErrors.invalidArgument(`expected ${wanted}, found ${values.length}`);
  const missing = names.slice(values.length).find((name) => !name.endsWith('?'));
  if (missing !== undefined) throw rpcErrors.invalidArgument(`expected ${wanted}, but ${missing} is missing`);
  return values;
}

/** @param what what was expected in place of 0 */
export function fromOne<T extends number | bigint>(read: Reader<T>, what = '1 or more'): Reader<T> {
  return (at) => {
    const value = read(at);
    return value !== undefined && Number(value) === 0 ? at.expected(what) : value;
  };
}

/** One of several words. */
export function readWord<T extends string>(at: Cursor, words: readonly T[]): T | undefined {
  const list = words.map((word) => JSON.stringify(word)).join(' or ');
  return words.find((word) => word === at.value) ?? at.expected(list);
}

/**
 * Reads a value that was sent.
 *
 * @param nameOf the first step of the path to a problem, in place of an index
 * @throws RpcError invalidArgument with every problem that `read` reported
 */
export function readDocument<T>(
  value: JsonValue,
  read: (at: Cursor) => T | undefined,
  nameOf: (step: string) => string,
): T {
  const at = cursorOver(value);
  const { errors } = at.reading;
  const result = read(at);
  if (!errors.isEmpty) throw invalidArgument(errors.settle(), nameOf);
  if (result === undefined) throw new TypeError('a reader without a result has to report a problem');
  return result;
}

/** A value that was sent, to be read with the readers of fixtures. */
export function cursorOver(value: JsonValue): Cursor {
  const source = { file: '', text: fixtureText(value), firstLine: 1, hasLines: false, hintPlace: 'wire' } as const;
  return new Cursor(value, source, newReading());
}

/** A value that was sent, as a file would have it. */
export function fixtureText(value: JsonValue): JsonText {
  return stringifyJson(withDigits(value));
}

/** @throws RpcError invalidArgument with every problem that was reported */
export function throwIfWrong({ errors }: Reading): void {
  if (!errors.isEmpty) throw rpcErrors.invalidArgument(sentencesOf(errors).join('; '));
}

/** Each problem of a value that was sent, with its pointer in the value. */
export function sentencesOf(problems: Problems): readonly string[] {
  const sentences = problems.settle().map(({ hint, message, other, pointer = '' }) => {
    const place = pointer === '' ? '' : `${pointer}: `;
    const second = other?.pointer === undefined ? '' : `; the other is at ${other.pointer}`;
    return `${place}${message}${second}${hint === undefined ? '' : ` (${hint})`}`;
  });
  return problems.omitted > 0 ? [...sentences, `and ${problems.omitted} more`] : sentences;
}

/** Amounts are read from the text, which must have no exponents. */
function withDigits(value: JsonValue): JsonValue {
  if (value instanceof JsonFloat) return new JsonFragment(digitsOf(value));
  if (isJsonArray(value)) return value.map(withDigits);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withDigits(member ?? null)]));
}

/** A safe integer was sent with a point, which it keeps. */
function digitsOf({ value }: JsonFloat): JsonText {
  return Number.isSafeInteger(value) ? `${f64Text(value)}.0` : f64Text(value);
}

function invalidArgument(problems: readonly FixtureProblem[], nameOf: (step: string) => string): RpcError {
  const shown = problems.slice(0, SHOWN_PROBLEMS).map(({ hint, message, pointer = '' }) => {
    const [, first = '', ...steps] = pointer.split('/');
    const path = [nameOf(unescapeStep(first)), ...steps.map(unescapeStep)].join('.');
    return `${path}: ${message}${hint === undefined ? '' : ` (${hint})`}`;
  });
  const more = problems.length - shown.length;
  return rpcErrors.invalidArgument([...shown, ...(more > 0 ? [`and ${more} more`] : [])].join('; '));
}

function unescapeStep(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~');
}
