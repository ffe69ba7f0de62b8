import { JsonFloat, type JsonObject, type JsonValue } from '../../codec/json.ts';
import type { ClusterFacts, InflationGovernor, LeaderSchedule } from '../../ledger/cluster.ts';
import { areInTurn } from '../../ledger/leaders.ts';
import type { LedgerState } from '../../ledger/state.ts';
import type { LedgerFileMember } from '../../ledgerFile/members.ts';

/** `skipped` follows from the gaps between the blocks. */
type Written = Exclude<LedgerFileMember, 'skipped'>;

/** `ledger.json` of a ledger. All tips are written, because their defaults depend on all other fixtures. */
export function ledgerFileOf(state: LedgerState): JsonObject {
  const { chains, cleanedUpBefore, cluster, node, sysvars } = state;
  return {
    processed: chains.processed.tip,
    confirmed: chains.confirmed.tip,
    finalized: chains.finalized.tip,
    firstAvailable: cleanedUpBefore,
    cluster: sysvars?.cluster,
    ...node,
    ...clusterMembers(cluster),
    send: sendMember(state),
  } satisfies Record<Written, JsonValue | undefined>;
}

/** What differs from the defaults. A name stands for its address, because a dump has no keys. */
function sendMember({ names, send }: LedgerState): JsonObject | undefined {
  const { confirm, faucet, isStrict } = send;
  const members = {
    ...(confirm !== undefined && { confirm }),
    ...(faucet !== undefined && { faucet: names.addresses.get(faucet) ?? faucet }),
    ...(isStrict && { strict: true }),
  };
  return Object.keys(members).length === 0 ? undefined : members;
}

function clusterMembers(cluster: ClusterFacts): Record<keyof ClusterFacts, JsonValue | undefined> {
  const { blockCommitments, epochSchedule, inflation, leaderSchedules, performanceSamples } = cluster;
  return {
    allAccounts: cluster.allAccounts || undefined,
    transactionCount: cluster.transactionCount,
    epochSchedule: epochSchedule && { ...epochSchedule },
    leaderSchedules: leaderSchedules && objectOf(leaderSchedules, leadersJson),
    voteStakes: cluster.voteStakes && objectOf(cluster.voteStakes, asIs),
    blockCommitments: blockCommitments && objectOfLists(blockCommitments),
    clusterNodes: cluster.clusterNodes,
    inflation: inflation && ratesOf(inflation),
    supply: cluster.supply && { ...cluster.supply },
    performanceSamples: performanceSamples?.map((sample) => ({ ...sample })),
    snapshots: cluster.snapshots && { ...cluster.snapshots },
    slotsBehind: cluster.slotsBehind,
  };
}

function leadersJson(schedule: LeaderSchedule): JsonObject {
  return areInTurn(schedule) ? { ...schedule } : objectOfLists(schedule);
}

function objectOf<V>(map: ReadonlyMap<string | bigint, V>, toJson: (value: V) => JsonValue): JsonObject {
  return Object.fromEntries(Array.from(map, ([key, value]) => [key, toJson(value)]));
}

function objectOfLists(map: ReadonlyMap<string | bigint, readonly JsonValue[]>): JsonObject {
  return objectOf(map, asIs);
}

function asIs(value: JsonValue): JsonValue {
  return value;
}

function ratesOf(inflation: InflationGovernor): JsonObject {
  return Object.fromEntries(Object.entries(inflation).map(([name, rate]) => [name, new JsonFloat(rate)]));
}
