import { HINT_WORDS } from '../format/hints.ts';

/** A hint of the file format, for callers of the builder. */
export function hintInCode(hint: string): string {
  return Object.values(HINT_WORDS).reduce((text, [inFile, inCode]) => text.replace(inFile, inCode), hint);
}
