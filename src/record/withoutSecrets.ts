import { isJsonArray, isJsonObject, type JsonText, type JsonValue, stringifyJson } from '../codec/json.ts';
import { parseJson } from '../codec/parseJson.ts';

/**
 * A text of JSON without the secrets in its texts: nodes repeat keys in their errors, and what is kept is committed and shown.
 *
 * @param hide gives a text without its secrets
 * @returns the same text, unless there are secrets in it
 */
export function jsonWithoutSecrets(text: JsonText, hide: (text: string) => string): JsonText {
  const value = parseJson(text);
  const shown = valueWithoutSecrets(value, hide);
  return stringifyJson(shown) === stringifyJson(value) ? text : stringifyJson(shown);
}

/** Names of members are not data of a node, and are needed to read the rest. */
function valueWithoutSecrets(value: JsonValue, hide: (text: string) => string): JsonValue {
  if (typeof value === 'string') return hide(value);
  if (isJsonArray(value)) return value.map((item) => valueWithoutSecrets(item, hide));
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).map(([name, member]) => [name, valueWithoutSecrets(member ?? null, hide)]);
  return Object.fromEntries(members) as JsonValue;
}
