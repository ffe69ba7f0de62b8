import { isJsonArray, isJsonObject, type JsonText, type JsonValue, stringifyJson } from '../codec/json.ts';
import { parseJson } from '../codec/parseJson.ts';

/** Members that every error has: they are needed to read the rest, and name nothing of a node. */
const ERROR_MEMBERS: ReadonlySet<string> = new Set(['code', 'data', 'message']);

/**
 * An error of a node, as JSON, without the secrets in its texts and names: nodes repeat keys in their errors, and what is kept is committed and shown.
 *
 * @param hide gives a text without its secrets
 * @returns the same text, unless there are secrets in it
 */
export function errorWithoutSecrets(text: JsonText, hide: (text: string) => string): JsonText {
  const value = parseJson(text);
  const shown = valueWithoutSecrets(value, hide, ERROR_MEMBERS);
  return stringifyJson(shown) === stringifyJson(value) ? text : stringifyJson(shown);
}

function valueWithoutSecrets(
  value: JsonValue,
  hide: (text: string) => string,
  namesToKeep: ReadonlySet<string> = new Set(),
): JsonValue {
  if (typeof value === 'string') return hide(value);
  if (isJsonArray(value)) return value.map((item) => valueWithoutSecrets(item, hide));
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).map(([name, member]) => [
    namesToKeep.has(name) ? name : hide(name),
    valueWithoutSecrets(member ?? null, hide),
  ]);
  return Object.fromEntries(members) as JsonValue;
}
