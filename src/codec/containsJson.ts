import { isJsonArray, isJsonObject, JsonFloat, type JsonValue } from './json.ts';

/**
 * Whether a value has everything that a pattern has: an object its members, a list its items as a beginning, at every depth; anything
 * else is the same. `1` is not `1.0`.
 *
 * @param value undefined has nothing
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
