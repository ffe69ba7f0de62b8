import type { ParserSet } from '../../solana/programs/parsed.ts';

let loaded: Promise<ParserSet> | undefined;

/** The program parsers, loaded when jsonParsed is first asked for: most runs never do. */
export function loadParsers(): Promise<ParserSet> {
  loaded ??= import('../../solana/programs/index.ts').then(({ PARSERS }) => PARSERS);
  return loaded;
}
