import { isJsonObject } from '../codec/json.ts';
import { parseJson } from '../codec/parseJson.ts';
import { onOneLine } from '../document/problem.ts';
import type { Ask } from './answer.ts';
import { cutText } from './shownValues.ts';

const MAX_LENGTH = 40;

export const UNKNOWN_VERSION = 'of unknown version';

/** `solana-core 4.1.0`, or that the node does not say. */
export async function nodeVersion(ask: Ask): Promise<string> {
  const { kind, text } = await ask('getVersion', '[]');
  const version = kind === 'result' ? parseJson(text) : undefined;
  const core = isJsonObject(version) ? version['solana-core'] : undefined;
  return typeof core === 'string' ? `solana-core ${onOneLine(cutText(core, 0, MAX_LENGTH))}` : UNKNOWN_VERSION;
}
