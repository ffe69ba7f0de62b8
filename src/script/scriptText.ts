import { plainText } from '../codec/plainValues.ts';
import { BUILT, type FixtureText, isBuilt } from '../syntax/problems.ts';

/** A script in memory as the text of a file. */
export function scriptText(script: object, file: string): FixtureText {
  const text = plainText(script) ?? 'null';
  return { file, text, firstLine: 1, hasLines: false, ...(isBuilt(script) && script[BUILT]) };
}
