import type { ParserSet } from '../programs/parsed.ts';

/** The program parsers, loaded when jsonParsed is first asked for: most runs never do. */
export async function loadParsers(): Promise<ParserSet> {
  const { PARSERS } = await import('../programs/index.ts');
  return PARSERS;
}
