import { isJsonObject, type JsonValue } from '../../codec/jsonText.ts';
import { parseJson } from '../../codec/parseJson.ts';
import { isActive } from '../../gates.ts';
import type { LedgerState } from '../../ledger/state.ts';
import type { NodeVersion } from '../../nodeVersion.ts';
import { RealNodeError } from '../record/nodeAddress.ts';
import type { Ask, Difference } from './differences.ts';

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

export const OTHER_CONSENSUS = 'consensus: the node has another one than the ledger';

/** Places in the answers to a method that the consensus decides. */
const PLACES: ReadonlyMap<string, RegExp> = new Map([
  ['getAgGenesisCert', /^/],
  ['getBlockCommitment', /^\.commitment/],
  ['getRecentPerformanceSamples', /\.numNonVoteTransactions$/],
  ['getSignatureStatuses', /^\.value\[\d+\]\.confirmation(s|Status)$/],
  ['getSignaturesForAddress', /^\[\d+\]\.confirmationStatus$/],
  ['getVoteAccounts', /\.(lastVote|rootSlot)$/],
]);

/** Methods that answer at `finalized`, unless the call names another commitment. */
const FINALIZED_METHODS: ReadonlySet<string> = new Set(['getBlock', 'getTransaction']);

/** @param commitment that the call names */
export function followsFromConsensus(
  method: string,
  { kind, ledger, node, path }: Difference,
  commitment: JsonValue | undefined,
): boolean {
  if (PLACES.get(method)?.test(path)) return true;
  const isFinal = FINALIZED_METHODS.has(method) && (commitment === undefined || commitment === 'finalized');
  return isFinal && path === '' && (kind === 'outcome' || ledger === 'null' || node === 'null');
}
