import { suggest } from '../codec/suggest.ts';

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

/** @throws TypeError for an unknown option: a misspelled one that is ignored would only show in what the function does */
export function assertOptions(options: unknown, names: readonly string[], functionName: string): void {
  assertObject(options, 'options', `{ ${names[0]}: … }`);
  const unknown = Object.keys(options).find((name) => !names.includes(name));
  if (unknown === undefined) return;
  const hint = suggest(unknown, names, (name) => `\`${name}\``) ?? `${functionName} takes ${names.join(', ')}`;
  throw new TypeError(`unknown option \`${unknown}\`: ${hint}`);
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'string' || typeof value === 'function' ? `a ${typeof value}` : String(value);
}
