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
import type { Members as SchemaMembers } from '../rpc/openrpc/schema.ts';
import { U64 } from '../rpc/openrpc/schemas.ts';
import { Cursor, newReading, type Reading } from '../syntax/cursor.ts';
import type { Problem, Problems } from '../syntax/problems.ts';
import { pointerOf } from '../syntax/sourcePlace.ts';
import { isOptional, type Members, type ObjectOf, type References, type Syntax } from '../syntax/syntax.ts';

/** The positional arguments of control methods: the same mistakes have the same messages as in a script. @module */

/**
 * Reads positional arguments. An optional one may also be null.
 *
 * @throws RpcError invalidArgument with the first three problems, and the number of the others
 */
export function readArguments<P extends Members>(params: JsonValue | undefined, args: P): ObjectOf<P> {
  const names = Object.keys(args);
  return readDocument(
    valuesOf(params, args),
    // each is of the type of its argument
    (at) => Object.fromEntries(names.map((name, i) => [name, readArgument(at.item(i), args[name]!)])) as ObjectOf<P>,
    (index) => names[Number(index)] ?? index,
  );
}

function readArgument(at: Cursor, argument: Syntax<unknown>): unknown {
  return at.isNothing && isOptional(argument) ? argument.missing : argument(at);
}

function valuesOf(params: JsonValue | undefined, args: Members): readonly JsonValue[] {
  const names = Object.entries(args).map(([name, argument]) => (isOptional(argument) ? `${name}?` : name));
  const expected = names.length === 0 ? 'no arguments' : `the arguments [${names.join(', ')}]`;
  const values = params ?? [];
  if (!isJsonArray(values)) throw rpcErrors.invalidArgument(`expected ${expected}, found an object`);
  if (values.length > names.length) throw rpcErrors.invalidArgument(`expected ${expected}, found ${values.length}`);
  const missing = names.slice(values.length).find((name) => !name.endsWith('?'));
  if (missing !== undefined) throw rpcErrors.invalidArgument(`expected ${expected}, but ${missing} is missing`);
  return values;
}

/** The schemas of arguments, as descriptions of methods have them. */
export function schemasOf(args: Members): SchemaMembers {
  const schemas = Object.entries(args).map(([name, argument]) => [
    isOptional(argument) ? `${name}?` : name,
    argument.schema(COMPONENTS),
  ]);
  return Object.fromEntries(schemas);
}

/** Values with a name that the OpenRPC document has as components; the other schemas stand where they are used. */
const COMPONENTS: References = {
  reference: (name, schemaOf) => (name === 'u64' || name === 'count' ? U64 : schemaOf()),
};

/**
 * Reads a value that was sent to a control method.
 *
 * @param nameOf makes the name that the path to a problem begins with, from the index or key of its first step
 * @param onWarning takes each warning
 * @throws RpcError invalidArgument with the first three problems that `read` reported, and the number of the others
 */
export function readDocument<T>(
  value: JsonValue,
  read: (at: Cursor) => T | undefined,
  nameOf: (step: string) => string,
  onWarning?: (warning: string) => void,
): T {
  const at = cursorOver(value);
  const { errors, warnings } = at.reading;
  const result = read(at);
  if (!errors.isEmpty) throw invalidArgument(errors, nameOf);
  if (onWarning !== undefined) for (const warning of warnings.settle()) onWarning(sentenceOf(warning, nameOf));
  if (result === undefined) throw new TypeError('a reader without a result has to report a problem');
  return result;
}

/** A value that was sent, to be read with the readers of fixtures. */
export function cursorOver(value: JsonValue): Cursor {
  return new Cursor(
    withDigits(value, (literal, { value, written }) => new JsonFloat(value, literal, written)),
    { hintPlace: 'wire' },
    newReading(),
  );
}

/** A value that was sent, as a file would have it. */
export function fixtureText(value: JsonValue): JsonText {
  return stringifyJson(withDigits(value, (literal) => new JsonFragment(literal)));
}

/** @throws RpcError invalidArgument with every problem that is kept, and the number of the others */
export function assertNoErrors({ errors }: Reading): void {
  if (!errors.isEmpty) throw rpcErrors.invalidArgument(sentencesOf(errors).join('; '));
}

/** Each problem that is kept, with its pointer in the value that was sent, and the number of the others. */
export function sentencesOf(problems: Problems): readonly string[] {
  const sentences = problems.settle().map(({ at, hint, message, other }) => {
    const place = at.path.length === 0 ? '' : `${pointerOf(at.path)}: `;
    const second = other === undefined ? '' : `; the other is at ${pointerOf(other.path)}`;
    return `${place}${message}${second}${hint === undefined ? '' : ` (${hint})`}`;
  });
  return problems.omitted > 0 ? [...sentences, `and ${problems.omitted} more`] : sentences;
}

/** Replaces floats by their digits without exponents, from which amounts are read. */
function withDigits(value: JsonValue, write: (digits: JsonText, float: JsonFloat) => JsonValue): JsonValue {
  if (value instanceof JsonFloat) return write(digitsOf(value), value);
  if (isJsonArray(value)) return value.map((item) => withDigits(item, write));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withDigits(member ?? null, write)]));
}

/** The digits of a float: one without decimals was sent as `5.0`, and keeps its `.0`, so that it does not become an integer. */
function digitsOf({ value }: JsonFloat): JsonText {
  return Number.isSafeInteger(value) ? `${f64Text(value)}.0` : f64Text(value);
}

/** Problems that are shown; the others are counted. */
const SHOWN_PROBLEMS = 3;

function invalidArgument(errors: Problems, nameOf: (step: string) => string): RpcError {
  const sentences = errors
    .settle()
    .slice(0, SHOWN_PROBLEMS)
    .map((problem) => sentenceOf(problem, nameOf));
  const more = errors.count - sentences.length;
  return rpcErrors.invalidArgument([...sentences, ...(more > 0 ? [`and ${more} more`] : [])].join('; '));
}

function sentenceOf({ at, hint, message }: Problem, nameOf: (step: string) => string): string {
  const [first = '', ...steps] = at.path;
  const path = [nameOf(first), ...steps].join('.');
  return `${path}: ${message}${hint === undefined ? '' : ` (${hint})`}`;
}
