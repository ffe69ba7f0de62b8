import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from './jsonText.ts';

/** Reading JSON of other nodes, which may have any form. @module */

/** Undefined: the value is not an integer. */
export function integerOf(value: JsonValue | undefined): bigint | undefined {
  return typeof value === 'number' || typeof value === 'bigint' ? BigInt(value) : undefined;
}

export function objectOf(value: JsonValue | undefined): JsonObject | undefined {
  return isJsonObject(value) ? value : undefined;
}

export function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return isJsonArray(value) ? value : [];
}

/** The value at a path; undefined: a member is missing. */
export function memberAt(value: JsonValue | undefined, ...path: readonly string[]): JsonValue | undefined {
  return path.reduce((inner, name) => objectOf(inner)?.[name], value);
}

/** The slot of an answer with a context. */
export function contextSlotOf(answer: JsonValue): bigint | undefined {
  return integerOf(memberAt(answer, 'context', 'slot'));
}
