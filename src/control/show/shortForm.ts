import { isJsonArray, isJsonObject, JsonFragment, type JsonValue } from '../../codec/jsonText.ts';
import { parseJson } from '../../codec/parseJson.ts';

const MAX_CHARACTERS = 200;

/**
 * A value for a terminal: long texts end with their length, and members that are null or empty are left out, unless an object
 * has no other ones: the name of such a member may be all that it says.
 */
export function shortForm(value: JsonValue): JsonValue {
  if (value instanceof JsonFragment) return shortForm(parseJson(value.text));
  if (typeof value === 'string') return shortText(value);
  if (isJsonArray(value)) return value.map(shortForm);
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).map(([name, member]) => [name, member && shortForm(member)] as const);
  const filled = members.filter(([, member]) => !isEmpty(member));
  return Object.fromEntries(filled.length > 0 ? filled : members);
}

function shortText(text: string): string {
  if (text.length <= MAX_CHARACTERS) return text;
  return `${text.slice(0, MAX_CHARACTERS).toWellFormed()}… (${text.length} characters)`;
}

function isEmpty(value: JsonValue | undefined): boolean {
  if (value === null || value === undefined) return true;
  if (isJsonArray(value)) return value.length === 0;
  return isJsonObject(value) && Object.keys(value).length === 0;
}
