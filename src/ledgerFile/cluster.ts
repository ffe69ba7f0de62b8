import type { Cursor } from '../document/cursor.ts';
import { readBoolean, readU64 } from '../document/readers.ts';
import type { ClusterFacts } from '../ledger/cluster.ts';
import { readClusterNodes } from './clusterNodes.ts';
import { readInflation, readSupply } from './economy.ts';
import { readEpochSchedule, readLeaderSchedules } from './epochs.ts';
import { readOptionalMember } from './members.ts';
import { readPerformanceSamples, readSnapshots } from './service.ts';
import { readBlockCommitments, readVoteStakes } from './stakes.ts';

/** The members about the cluster; each has the form of the answer that shows it. */
export function readCluster(at: Cursor): ClusterFacts {
  return {
    allAccounts: readOptionalMember(at, 'allAccounts', readBoolean) ?? false,
    transactionCount: readOptionalMember(at, 'transactionCount', readU64),
    epochSchedule: readOptionalMember(at, 'epochSchedule', readEpochSchedule),
    leaderSchedules: readOptionalMember(at, 'leaderSchedules', readLeaderSchedules),
    voteStakes: readOptionalMember(at, 'voteStakes', readVoteStakes),
    blockCommitments: readOptionalMember(at, 'blockCommitments', readBlockCommitments),
    clusterNodes: readOptionalMember(at, 'clusterNodes', readClusterNodes),
    inflation: readOptionalMember(at, 'inflation', readInflation),
    supply: readOptionalMember(at, 'supply', readSupply),
    performanceSamples: readOptionalMember(at, 'performanceSamples', readPerformanceSamples),
    snapshots: readOptionalMember(at, 'snapshots', readSnapshots),
    slotsBehind: readOptionalMember(at, 'slotsBehind', readSlotsBehind),
  };
}

/** 0 is refused: a healthy node has no such member. */
function readSlotsBehind(at: Cursor): bigint | undefined {
  const slots = readU64(at);
  return slots === 0n ? at.refuse('expected at least 1 slot, found 0', 'leave it out for a healthy node') : slots;
}
