/** Plain JavaScript values, as code writes them. @module */

/**
 * The JSON text of a JavaScript value, as `JSON.stringify` writes it, with bigints as integers; undefined where it writes none.
 */
export function plainText(value: unknown): string | undefined {
  if (typeof value === 'bigint') return `${value}`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (hasToJson(value)) return plainText(value.toJSON());
  if (Array.isArray(value)) return `[${value.map((item) => plainText(item) ?? 'null').join(',')}]`;
  const members = Object.entries(value).flatMap(([name, member]) => {
    const text = plainText(member);
    return text === undefined ? [] : `${JSON.stringify(name)}:${text}`;
  });
  return `{${members.join(',')}}`;
}

/** Whether a value has a method `toJSON`, which `JSON.stringify` calls. */
export function hasToJson(value: unknown): value is { toJSON(key?: string): unknown } {
  return typeof value === 'object' && value !== null && 'toJSON' in value && typeof value.toJSON === 'function';
}

/** True for objects of another realm too, because test runners create them. */
export function isPlainObject(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || (Object.getPrototypeOf(prototype) === null && !hasToJson(value));
}
