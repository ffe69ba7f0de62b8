import type { Cursor } from '../document/cursor.ts';
import { didYouMean } from '../document/didYouMean.ts';
import { readU64 } from '../document/readers.ts';
import { CLUSTER_NAMES, type ClusterName } from '../model/clusterName.ts';
import { readCluster } from './cluster.ts';
import type { LedgerFile, SkippedSlots } from './ledgerFile.ts';
import { readOptionalMember } from './members.ts';
import { readNode } from './node.ts';
import { checkTips, readSkippedSlots, readTips } from './tips.ts';

interface LedgerMembers {
  readonly file: LedgerFile;
  readonly skipped: readonly SkippedSlots[];
}

/**
 * Reads the members of `ledger.json` from an object. A wrong member counts as absent: it has been
 * reported, so no ledger is created.
 *
 * @param alsoSkipped slots that are skipped according to another place
 */
export function readLedgerMembers(at: Cursor, alsoSkipped: readonly SkippedSlots[] = []): LedgerMembers {
  const tips = readTips(at);
  const skipped = [...readSkippedSlots(at), ...alsoSkipped];
  checkTips(at, tips, skipped);
  const cleanedUpBefore = readOptionalMember(at, 'firstAvailable', readU64);
  const clusterName = readOptionalMember(at, 'cluster', readClusterName);
  const settings = { tips, cleanedUpBefore, node: readNode(at), cluster: readCluster(at) };
  return { file: { settings, clusterName, at }, skipped };
}

function readClusterName(at: Cursor): ClusterName | undefined {
  const { value } = at;
  const name = CLUSTER_NAMES.find((known) => known === value);
  const hint = typeof value === 'string' ? didYouMean(value, CLUSTER_NAMES) : undefined;
  return name ?? at.expected(CLUSTER_NAMES.map((known) => JSON.stringify(known)).join(' or '), hint);
}
