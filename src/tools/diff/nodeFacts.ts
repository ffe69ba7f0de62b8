import { memberAt } from '../../codec/foreignJson.ts';
import { isJsonObject } from '../../codec/jsonText.ts';
import { parseJson } from '../../codec/parseJson.ts';
import { onOneLine } from '../../codec/text.ts';
import { isActive } from '../../gates.ts';
import type { LedgerState } from '../../ledger/state.ts';
import type { NodeVersion } from '../../nodeVersion.ts';
import { RealNodeError } from '../record/nodeFailures.ts';
import type { Ask } from './ask.ts';
import { cutText } from './cutText.ts';

/** Facts about the node that the comparison asks for first. @module */

/** The consensus of a cluster at the finalized tip. */
type Consensus = 'tower' | 'alpenglow';

export interface ConsensusPair {
  readonly ledger: Consensus;
  readonly node: Consensus;
}

/**
 * The consensus of a ledger and of a node, if they differ; undefined also if the node does not say.
 *
 * @param version of the node; undefined: unknown
 */
export async function differentConsensus(
  { chains, protocol }: LedgerState,
  node: Ask,
  version: NodeVersion | undefined,
): Promise<ConsensusPair | undefined> {
  const ledger = isActive(protocol.alpenglowFrom, chains.finalized.tip) ? 'alpenglow' : 'tower';
  const theirs = version?.hasAlpenglow === false ? 'tower' : await askConsensus(node);
  return theirs === undefined || theirs === ledger ? undefined : { ledger, node: theirs };
}

/** Reads it from the certificate of the last block before Alpenglow, which is null before there is one. */
async function askConsensus(node: Ask): Promise<Consensus | undefined> {
  try {
    const { kind, text } = await node('getAgGenesisCert', '[]');
    const certificate = kind === 'result' ? parseJson(text) : undefined;
    if (certificate === null) return 'tower';
    return isJsonObject(certificate) ? 'alpenglow' : undefined;
  } catch (error) {
    if (error instanceof RealNodeError && error.isRefusal) return undefined;
    throw error;
  }
}

export function consensusText({ ledger, node }: ConsensusPair): string {
  return `consensus: ${ledger} in the ledger, ${node} on the node`;
}

const MAX_VERSION_LENGTH = 40;

export const UNKNOWN_VERSION = 'of unknown version';

/** `solana-core 4.1.0`, or that the node does not say. */
export async function nodeVersion(ask: Ask): Promise<string> {
  const { kind, text } = await ask('getVersion', '[]');
  const core = kind === 'result' ? memberAt(parseJson(text), 'solana-core') : undefined;
  return typeof core === 'string' ? `solana-core ${onOneLine(cutText(core, 0, MAX_VERSION_LENGTH))}` : UNKNOWN_VERSION;
}
