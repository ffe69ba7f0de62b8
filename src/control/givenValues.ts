/**
 * What callers without types may give to the typed methods, where the control method could not tell what is wrong.
 * @module
 */

/** @throws TypeError if there is no value: undefined is sent as null, which often means something else */
export function assertGiven(value: unknown, name: string, hint: string): void {
  if (value === undefined) throw new TypeError(`\`${name}\` is missing: ${hint}`);
}

/** @throws TypeError that shows what was meant */
export function assertObject(value: unknown, name: string, hint: string): asserts value is object {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return;
  throw new TypeError(`\`${name}\` has to be an object, such as ${hint}, not ${kindOf(value)}`);
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'string' || typeof value === 'function' ? `a ${typeof value}` : String(value);
}
