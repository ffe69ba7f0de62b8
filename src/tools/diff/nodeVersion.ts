import { memberAt } from '../../codec/foreignJson.ts';
import { parseJson } from '../../codec/parseJson.ts';
import { onOneLine } from '../../codec/text.ts';
import { NODE_VERSION_NAMES, NODE_VERSIONS, type NodeVersion } from '../../nodeVersion.ts';
import type { Ask } from './ask.ts';
import { cutText } from './cutText.ts';

const MAX_LENGTH = 40;

/** The version of a node that is compared. */
export interface ComparedVersion {
  /** `solana-core 4.1.0`, or that the node does not say */
  readonly text: string;
  /** undefined: this program does not have that version */
  readonly nodeVersion?: NodeVersion | undefined;
}

export const UNKNOWN_VERSION: ComparedVersion = { text: 'of unknown version' };

/** Asks a node for its version. @throws RealNodeError */
export async function askVersion(ask: Ask): Promise<ComparedVersion> {
  const { kind, text } = await ask('getVersion', '[]');
  const core = kind === 'result' ? memberAt(parseJson(text), 'solana-core') : undefined;
  if (typeof core !== 'string') return UNKNOWN_VERSION;
  const name = NODE_VERSION_NAMES.find((release) => core.startsWith(`${release}.`));
  return { text: `solana-core ${onOneLine(cutText(core, 0, MAX_LENGTH))}`, nodeVersion: name && NODE_VERSIONS[name] };
}
