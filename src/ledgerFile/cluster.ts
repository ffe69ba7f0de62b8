import type { Cursor } from '../document/cursor.ts';
import { readBoolean, readU64 } from '../document/readers.ts';
import type { ClusterFacts } from '../ledger/cluster.ts';
import { readClusterNodes } from './clusterNodes.ts';
import { readInflation, readSupply } from './economy.ts';
import { readEpochSchedule, readLeaderSchedules } from './epochs.ts';
import { readGiven } from './members.ts';
import { readPerformanceSamples, readSnapshots } from './service.ts';
import { readBlockCommitments, readVoteStakes } from './stakes.ts';

/** The members that tell of the cluster; each in the form of the answer that shows it. */
export function readCluster(at: Cursor): ClusterFacts {
  return {
    allAccounts: readGiven(at, 'allAccounts', readBoolean) ?? false,
    transactionCount: readGiven(at, 'transactionCount', readU64),
    epochSchedule: readGiven(at, 'epochSchedule', readEpochSchedule),
    leaderSchedules: readGiven(at, 'leaderSchedules', readLeaderSchedules),
    voteStakes: readGiven(at, 'voteStakes', readVoteStakes),
    blockCommitments: readGiven(at, 'blockCommitments', readBlockCommitments),
    clusterNodes: readGiven(at, 'clusterNodes', readClusterNodes),
    inflation: readGiven(at, 'inflation', readInflation),
    supply: readGiven(at, 'supply', readSupply),
    performanceSamples: readGiven(at, 'performanceSamples', readPerformanceSamples),
    snapshots: readGiven(at, 'snapshots', readSnapshots),
    slotsBehind: readGiven(at, 'slotsBehind', readSlotsBehind),
  };
}

/** A node that is not behind does not say so. */
function readSlotsBehind(at: Cursor): bigint | undefined {
  const slots = readU64(at);
  return slots === 0n ? at.refuse('expected at least 1 slot, found 0', 'leave it out for a healthy node') : slots;
}
