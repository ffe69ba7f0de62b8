/** Checks of arguments that code gives to the methods of a node, before they are sent. @module */

/** @throws TypeError for undefined, which would be sent as null and often means something else */
export function assertGiven(value: unknown, name: string, hint: string): void {
  if (value === undefined) throw new TypeError(`\`${name}\` is missing: ${hint}`);
}

/** @throws TypeError with an example of the object */
export function assertObject(value: unknown, name: string, hint: string): asserts value is object {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return;
  throw new TypeError(`\`${name}\` has to be an object, such as ${hint}, not ${kindOf(value)}`);
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'string' || typeof value === 'function' ? `a ${typeof value}` : String(value);
}
