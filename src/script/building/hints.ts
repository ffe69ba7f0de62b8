import { HINT_WORDS } from '../../runtime/hints.ts';

/** Hints of the file format, for callers of the builder. */
export function hintInCode(hint: string): string {
  return Object.values(HINT_WORDS).reduce((text, [inFile, inCode]) => text.replaceAll(inFile, inCode), hint);
}
