import { JsonFloat } from '../codec/json.ts';
import { readKeyAddress } from '../document/addressMap.ts';
import type { Cursor } from '../document/cursor.ts';
import { readAddress, readBoolean, readList, readNullable, readU16, readU64 } from '../document/readers.ts';
import type { ClusterFacts, InflationGovernor, PerformanceSample, SnapshotSlots, Supply } from '../ledger/cluster.ts';
import type { Address } from '../model/address.ts';
import { readClusterNodes } from './clusterNodes.ts';
import { readKeyU64, readMap, readRecord } from './composite.ts';
import { readEpochSchedule, readLeaderSchedules } from './epochs.ts';
import { readOptionalMember } from './members.ts';

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

/** lockouts from 0 to 31. Source agave 4.1 runtime commitment.rs BlockCommitmentArray */
const LOCKOUTS = 32;

/** `{ vote account: lamports }` */
function readVoteStakes(at: Cursor): ReadonlyMap<Address, bigint> | undefined {
  return readMap(at, readKeyAddress, readU64);
}

/** `{ slot: the commitment that getBlockCommitment answers }` */
function readBlockCommitments(at: Cursor): ReadonlyMap<bigint, readonly bigint[]> | undefined {
  return readMap(at, readKeyU64, readBlockCommitment);
}

function readBlockCommitment(at: Cursor): readonly bigint[] | undefined {
  const stakes = readList(at, readU64);
  if (stakes === undefined || stakes.length === LOCKOUTS) return stakes;
  return at.expected(`an array of ${LOCKOUTS}, lamports by lockout`);
}

/** As getInflationGovernor answers. */
function readInflation(at: Cursor): InflationGovernor | undefined {
  return readRecord<InflationGovernor>(at, {
    foundation: readNumber,
    foundationTerm: readNumber,
    initial: readNumber,
    taper: readNumber,
    terminal: readNumber,
  });
}

/** An f64; recording tools write whole numbers without a point. */
function readNumber(at: Cursor): number | undefined {
  const { value } = at;
  if (typeof value === 'number' || typeof value === 'bigint') return Number(value);
  return value instanceof JsonFloat ? value.value : at.expected('a number');
}

/** As the `value` of getSupply. */
function readSupply(at: Cursor): Supply | undefined {
  const supply = readRecord<Supply>(at, {
    circulating: readU64,
    nonCirculating: readU64,
    nonCirculatingAccounts: (list) => readList(list, readAddress),
    total: readU64,
  });
  if (supply === undefined) return undefined;
  const sum = supply.circulating + supply.nonCirculating;
  if (supply.total === sum) return supply;
  return at.member('total').refuse(`expected circulating and nonCirculating together, ${sum}, found ${supply.total}`);
}

/** As getRecentPerformanceSamples answers: newest first. */
function readPerformanceSamples(at: Cursor): readonly PerformanceSample[] | undefined {
  const samples = readList(at, readSample);
  samples?.forEach(({ slot }, i) => {
    const newer = samples[i - 1]?.slot;
    if (newer !== undefined && slot >= newer)
      at.item(i).member('slot').refuse(`expected a slot below ${newer}, that of the sample before, found ${slot}`);
  });
  return samples;
}

function readSample(at: Cursor): PerformanceSample | undefined {
  return readRecord<PerformanceSample>(at, {
    slot: readU64,
    numSlots: readU64,
    numTransactions: readU64,
    numNonVoteTransactions: readU64,
    samplePeriodSecs: readU16,
  });
}

/** As getHighestSnapshotSlot answers. */
function readSnapshots(at: Cursor): SnapshotSlots | undefined {
  const slots = readRecord<SnapshotSlots>(at, {
    full: readU64,
    incremental: (slot) => readNullable(slot, readU64),
  });
  if (slots === undefined || slots.incremental === null || slots.incremental > slots.full) return slots;
  return at
    .member('incremental')
    .refuse(`expected a slot above the full one, ${slots.full}, found ${slots.incremental}`);
}
