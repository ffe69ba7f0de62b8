/**
 * Overrides, as the code of a test writes them.
 * @module
 */
import { isJsonArray, type JsonText, type JsonValue, stringifyJson } from '../codec/json.ts';
import { jsonOf, toPlain } from '../jsonrpc/inProcess.ts';
import type { Override, Overrides } from '../live/overrides.ts';
import { isControl } from './controlPrefix.ts';
import { misspeltText } from './words/meantMethod.ts';

/** Makes the answer to a call of its parameters: integers beyond 2^53 are bigints in both. */
export type OverrideAnswer = (...params: never[]) => unknown;

/**
 * @returns takes it away, if no call has used it yet
 * @throws TypeError for what is no method or a misspelt one, for a control method, and for no answer
 */
export function addOverride(overrides: Overrides, method: unknown, answer: unknown): () => void {
  const override = overrideOf(methodOf(method), answer);
  overrides.add(override);
  return () => overrides.remove(override);
}

function methodOf(method: unknown): string {
  if (typeof method !== 'string' || method === '')
    throw new TypeError(
      `\`method\` has to be the name of a method, not ${method === '' ? 'an empty string' : String(method)}`,
    );
  if (isControl(method))
    throw new TypeError(`\`method\` has to be one that the node answers, not the control method ${method}`);
  const misspelt = misspeltText(method);
  if (misspelt !== undefined) throw new TypeError(misspelt);
  return method;
}

function overrideOf(method: string, answer: unknown): Override {
  if (answer === undefined)
    throw new TypeError(`\`answer\` of ${method} is missing: give a value, or a function that makes it`);
  if (answer instanceof Error)
    throw new TypeError(`\`answer\` of ${method} is an error: throw it, as in () => { throw error; }`);
  if (typeof answer !== 'function') {
    // a value that is changed later is answered as it was given
    const text = textOf(answer);
    return { method, answer: () => text };
  }
  const make = answer as (...params: readonly unknown[]) => unknown;
  return { method, answer: async (params) => textOf(await make(...argumentsOf(params))) };
}

/** Parameters by name are one argument. */
function argumentsOf(params: JsonValue | undefined): readonly unknown[] {
  if (params === undefined || params === null) return [];
  return isJsonArray(params) ? params.map(toPlain) : [toPlain(params)];
}

function textOf(value: unknown): JsonText {
  return stringifyJson(jsonOf(value ?? null, 'answer'));
}
