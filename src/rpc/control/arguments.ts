import { f64Text } from '../../codec/floats.ts';
import {
  isJsonArray,
  isJsonObject,
  JsonFloat,
  JsonFragment,
  type JsonText,
  type JsonValue,
  stringifyJson,
} from '../../codec/jsonText.ts';
import { type RpcError, rpcErrors } from '../../errors.ts';
import { Cursor, newReading, type Reading } from '../../fixtures/document/cursor.ts';
import type { FixtureProblem, Problems } from '../../fixtures/document/problems.ts';
import { type Reader, readText } from '../../fixtures/document/readers.ts';

/**
 * Reads the arguments of control calls with the readers of fixtures, so that the same mistakes have the same messages.
 * @module
 */

/** Problems that are shown; the others are counted. */
const SHOWN_PROBLEMS = 3;

/**
 * Positional arguments.
 *
 * @param names one that ends in `?` may be left out, or be null
 * @throws RpcError invalidArgument with everything that `read` reported
 */
export function readArguments<T>(
  params: JsonValue | undefined,
  names: readonly string[],
  read: (...args: readonly Cursor[]) => T | undefined,
): T {
  const values = listOf(params, names);
  const bare = names.map((name) => name.replace('?', ''));
  return readDocument(
    values,
    (at) => read(...bare.map((_name, i) => at.item(i))),
    (index) => bare[Number(index)] ?? index,
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

/** For a verb without arguments. */
export function readNoArguments(params: JsonValue | undefined): null {
  return readArguments(params, [], () => null);
}

/** Undefined: it is not there, or it is wrong, which was reported. */
export function readOptional<T>(at: Cursor, read: Reader<T>): T | undefined {
  return at.isNothing ? undefined : read(at);
}

/** One of several words. */
export function readWord<T extends string>(at: Cursor, words: readonly T[]): T | undefined {
  const list = words.map((word) => JSON.stringify(word)).join(' or ');
  return words.find((word) => word === at.value) ?? at.expected(list);
}

/** The only argument of a verb, which is text. */
export function readTextArgument(params: JsonValue | undefined, name: string): string {
  return readArguments(params, [name], (at) => readText(at!));
}

/**
 * Reads a value that was sent.
 *
 * @param nameOf shows the first step to what is wrong, in place of the index of an argument
 * @throws RpcError invalidArgument with everything that `read` reported
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
  if (result === undefined) throw new TypeError('a reader that gives nothing has to report why');
  return result;
}

/** A value that was sent, to be read with the readers of fixtures. */
export function cursorOver(value: JsonValue): Cursor {
  return new Cursor(value, { file: '', text: fixtureText(value), firstLine: 1, hasLines: false }, newReading());
}

/** A value that was sent, as a file would have it. */
export function fixtureText(value: JsonValue): JsonText {
  return stringifyJson(withDigits(value));
}

/** @throws RpcError invalidArgument with everything that was reported */
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

/** Amounts are read from the text, where they have no exponents. */
function withDigits(value: JsonValue): JsonValue {
  if (value instanceof JsonFloat) return new JsonFragment(digitsOf(value));
  if (isJsonArray(value)) return value.map(withDigits);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withDigits(member ?? null)]));
}

/** Whole numbers that JavaScript has as integers were sent with a point, which they keep; beyond them it has floats only. */
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
