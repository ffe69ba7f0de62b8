import { isJsonArray, isJsonObject, JsonFloat, type JsonObject, type JsonValue, stringifyJson } from '../codec/json.ts';
import { parseJson } from '../codec/parseJson.ts';
import { RpcError } from '../errors.ts';

/** A value as JavaScript has it: floats are numbers, integers beyond 2^53 bigints. */
export type PlainValue = unknown;

/** The body of a request for a call made in this process. */
export function requestBody(method: string, params: PlainValue): string {
  const value = params === undefined ? [] : fromPlain(params);
  return stringifyJson({ jsonrpc: '2.0', id: 1, method, params: value });
}

/**
 * The result out of a reply's text.
 *
 * @throws RpcError with the code, message and data of an error reply
 */
export function resultOf(reply: string): PlainValue {
  const { error, result } = parseJson(reply) as JsonObject;
  if (!isJsonObject(error)) return toPlain(result ?? null);
  throw new RpcError(Number(error.code), String(error.message), error.data);
}

function fromPlain(value: PlainValue): JsonValue {
  if (typeof value === 'number' && !Number.isSafeInteger(value)) return new JsonFloat(value);
  if (Array.isArray(value)) return value.map((item) => (item === undefined ? null : fromPlain(item)));
  if (typeof value !== 'object' || value === null) return value as JsonValue;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(members.map(([key, member]) => [key, fromPlain(member)]));
}

function toPlain(value: JsonValue): PlainValue {
  if (value instanceof JsonFloat) return value.value;
  if (isJsonArray(value)) return value.map(toPlain);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, toPlain(member ?? null)]));
}
