import { Enclosing } from '../../codec/enclosing.ts';
import {
  isJsonArray,
  isJsonObject,
  JsonFloat,
  type JsonObject,
  type JsonText,
  type JsonValue,
  stringifyJson,
} from '../../codec/jsonText.ts';
import { parseJson } from '../../codec/parseJson.ts';
import { hasToJson, isPlainObject } from '../../codec/plainJson.ts';
import { RpcError } from '../../errors.ts';
import { BEFORE_RESULT, type ReplyParts, replyText, resultIn } from './envelope.ts';

/** A JavaScript value: floats are numbers, integers beyond 2^53 are bigints. */
export type PlainValue = unknown;

/** The text after the result in a reply to `requestBody`. */
const AFTER_RESULT = ',"id":1}\n';

/**
 * Creates the request body for a call in this process.
 *
 * @throws TypeError if the arguments are not a call
 */
export function requestBody(method: string, params: PlainValue): string {
  if (typeof method !== 'string') throw new TypeError(`\`method\` has to be a string, not ${typeof method}`);
  if (params !== undefined && typeof params !== 'object')
    throw new TypeError(`\`params\` of ${method} has to be a list, not ${typeof params}: write [value]`);
  const value = params === undefined ? [] : jsonOf(params, 'params');
  return stringifyJson({ jsonrpc: '2.0', id: 1, method, params: value });
}

/** @throws TypeError if the body is not a string, such as a request as an object */
export function assertBody(body: unknown): void {
  if (typeof body !== 'string') throw new TypeError(`\`body\` has to be the text of a request, not ${typeof body}`);
}

/** The value of a text; its type is what the method or the subscription says. */
export function plainOf<T>(text: JsonText): T {
  return toPlain(parseJson(text)) as T;
}

/**
 * The text of the result in a reply to `requestBody`.
 *
 * @throws RpcError with the code, message and data of an error reply
 */
export function resultTextIn(reply: ReplyParts): JsonText {
  const result = resultIn(reply);
  return result === undefined ? resultTextOf(replyText(reply)) : String(result);
}

/** `resultTextIn` for a reply as text. */
export function resultTextOf(reply: string): JsonText {
  if (reply.startsWith(BEFORE_RESULT)) return reply.slice(BEFORE_RESULT.length, -AFTER_RESULT.length);
  const { error } = parseJson(reply) as { readonly error: JsonObject };
  throw new RpcError(Number(error.code), String(error.message), error.data);
}

/**
 * A value of this process as JSON: as `JSON.stringify` takes it, with bigints as integers.
 *
 * @param name for the error, e.g. `params`
 * @throws TypeError for what JSON would lose: a promise, a function, a map, bytes, a value that contains itself
 */
export function jsonOf(value: PlainValue, name: string): JsonValue {
  return jsonIn(value, { name, key: '', around: new Enclosing() }) as JsonValue;
}

/** The position of a value. */
interface Position {
  /** path in the call, e.g. `params[0].a` */
  readonly name: string;
  /** last part of the name */
  readonly key: string;
  readonly around: Enclosing;
}

function jsonIn(original: PlainValue, { around, key, name }: Position): JsonValue | undefined {
  const value = hasToJson(original) ? original.toJSON(key) : original;
  if (typeof value === 'number' && !Number.isSafeInteger(value)) return new JsonFloat(value);
  if (typeof value === 'function' || typeof value === 'symbol') throw notJson(name, `a ${typeof value}`);
  if (typeof value !== 'object' || value === null) return value as JsonValue | undefined;
  return around.inside(value, name, () =>
    Array.isArray(value)
      ? Array.from(value, (item, i) => jsonIn(item, { name: `${name}[${i}]`, key: `${i}`, around }) ?? null)
      : Object.fromEntries(
          membersOf(value, name).flatMap(([key, item]) => {
            const member = jsonIn(item, { name: `${name}.${key}`, key, around });
            return member === undefined ? [] : [[key, member]];
          }),
        ),
  );
}

function membersOf(value: object, name: string): readonly (readonly [key: string, member: PlainValue])[] {
  if ('then' in value && typeof value.then === 'function')
    throw new TypeError(`\`${name}\` is a promise: put await before it`);
  const members = Object.entries(value);
  if (ArrayBuffer.isView(value) || (members.length === 0 && !isPlainObject(value)))
    throw notJson(name, `an object of class ${value.constructor.name}`);
  return members;
}

function notJson(name: string, kind: string): TypeError {
  return new TypeError(`\`${name}\` is ${kind}, which JSON does not have`);
}

/** A JSON value as one of this process. */
export function toPlain(value: JsonValue): PlainValue {
  if (value instanceof JsonFloat) return value.value;
  if (isJsonArray(value)) return value.map(toPlain);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, toPlain(member ?? null)]));
}
