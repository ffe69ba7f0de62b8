import { containsJson } from './containsJson.ts';
import { isJsonArray, isJsonObject, type JsonValue } from './json.ts';

export interface JsonDifference {
  /** as JavaScript writes it: `[0].encoding`; empty: the value itself */
  readonly path: string;
  /** undefined: it is not there */
  readonly found: JsonValue | undefined;
  readonly expected: JsonValue;
}

/** Where a value does not contain what a pattern has: as deep as the two have the same form, and none where it contains all of it. */
export function jsonDifferences(
  value: JsonValue | undefined,
  pattern: JsonValue,
  path = '',
): readonly JsonDifference[] {
  if (containsJson(value, pattern)) return [];
  if (isJsonArray(value) && isJsonArray(pattern))
    return pattern.flatMap((item, i) => jsonDifferences(value[i], item, `${path}[${i}]`));
  if (isJsonObject(value) && isJsonObject(pattern))
    return Object.entries(pattern).flatMap(([name, member]) => {
      const found = Object.hasOwn(value, name) ? value[name] : undefined;
      return member === undefined ? [] : jsonDifferences(found, member, `${path}${stepText(name)}`);
    });
  return [{ path, found: value, expected: pattern }];
}

function stepText(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}
