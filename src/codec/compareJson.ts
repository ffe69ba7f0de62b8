import { isJsonArray, isJsonObject, JsonFloat, type JsonValue } from './jsonText.ts';

/**
 * Whether a value contains a pattern at every depth: an object has all members of the pattern, a list begins with all of its items, and
 * any other value is equal. `1` is not `1.0`.
 *
 * @param value undefined contains nothing
 */
export function containsJson(value: JsonValue | undefined, pattern: JsonValue): boolean {
  if (isJsonArray(pattern)) return isJsonArray(value) && pattern.every((item, i) => containsJson(value[i], item));
  if (!isJsonObject(pattern)) return isSame(value, pattern);
  if (!isJsonObject(value)) return false;
  return Object.entries(pattern).every(
    ([name, member]) =>
      member === undefined || (Object.hasOwn(value, name) && containsJson(value[name] as JsonValue, member)),
  );
}

function isSame(value: JsonValue | undefined, pattern: JsonValue): boolean {
  if (!(pattern instanceof JsonFloat)) return value === pattern;
  return value instanceof JsonFloat && value.value === pattern.value;
}

export interface JsonDifference {
  /** the path in the syntax of JavaScript: `[0].encoding`; empty: the value itself */
  readonly path: string;
  /** undefined: the value is missing */
  readonly actual: JsonValue | undefined;
  readonly expected: JsonValue;
}

/** The places where a value does not contain a pattern: as deep as both have the same form; none if it contains all of it. */
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
      const memberValue = Object.hasOwn(value, name) ? value[name] : undefined;
      return member === undefined ? [] : jsonDifferences(memberValue, member, `${path}${stepText(name)}`);
    });
  return [{ path, actual: value, expected: pattern }];
}

function stepText(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}
