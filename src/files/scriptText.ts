import { plainText } from '../codec/plainJson.ts';
import type { FileText } from './fileText.ts';
import { JSON_NOTATION } from './json.ts';

/** The member of a built script that says how its problems are shown. */
export const BUILT: unique symbol = Symbol.for('stillnode.built');

export type Built = Required<Pick<FileText, 'callOf' | 'hintPlace'>>;

/** A script in memory as the text of a file. */
export function scriptText(script: object, file: string): FileText {
  return { ...valueText(file, plainText(script) ?? 'null'), ...(isBuilt(script) && script[BUILT]) };
}

/** The text of a value that is not in a file, as a file would have it. */
export function valueText(file: string, text: string): FileText {
  return { file, text, firstLine: 1, notation: JSON_NOTATION, hasLines: false };
}

function isBuilt(script: object): script is { readonly [BUILT]: Built } {
  return BUILT in script;
}
