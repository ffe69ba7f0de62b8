import {
  floatText,
  isJsonArray,
  isJsonObject,
  JsonFloat,
  type JsonObject,
  type JsonValue,
  sortedKeys,
} from '../codec/json.ts';
import { quoteDebug } from '../codec/quoteDebug.ts';

/** Parameters as Rust's `{:?}` prints them, as one error quotes them: `Array([Number(1)])`. Source serde_json 1.0.149 */
export function debugText(params: readonly JsonValue[] | JsonObject): string {
  return isJsonObject(params) ? `Map({${members(params)}})` : `Array([${items(params)}])`;
}

function debugValue(value: JsonValue): string {
  if (value === null) return 'Null';
  if (typeof value === 'boolean') return `Bool(${value})`;
  if (typeof value === 'number' || typeof value === 'bigint') return `Number(${value})`;
  if (value instanceof JsonFloat) return `Number(${floatText(value.asNode)})`;
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
