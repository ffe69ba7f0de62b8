import type { JsonObject } from '../codec/jsonText.ts';
import type { Address } from '../solana/address.ts';

/** The numbering of slots into epochs. Source agave 4.1 epoch-schedule, getEpochSchedule */
export interface EpochSchedule {
  readonly slotsPerEpoch: bigint;
  readonly leaderScheduleSlotOffset: bigint;
  readonly warmup: boolean;
  readonly firstNormalEpoch: bigint;
  readonly firstNormalSlot: bigint;
}

/** Yearly rates as fractions of one. Source agave 4.1 getInflationGovernor */
export interface InflationGovernor {
  readonly foundation: number;
  readonly foundationTerm: number;
  readonly initial: number;
  readonly taper: number;
  readonly terminal: number;
}

/** Lamports. */
export interface Supply {
  readonly circulating: bigint;
  readonly nonCirculating: bigint;
  readonly nonCirculatingAccounts: readonly Address[];
  readonly total: bigint;
}

export interface PerformanceSample {
  readonly slot: bigint;
  readonly numSlots: bigint;
  readonly numTransactions: bigint;
  readonly numNonVoteTransactions: bigint;
  readonly samplePeriodSecs: number;
}

/** Slots of a node's snapshots. */
export interface SnapshotSlots {
  readonly full: bigint;
  readonly incremental: bigint | null;
}

/** Slots within an epoch, counted from its first, by the leader that has them. */
export type LeaderSlots = ReadonlyMap<Address, readonly number[]>;

/** Leaders one after the other, through the whole epoch; one may occur more than once. */
export interface LeadersInTurn {
  readonly leaders: readonly Address[];
  /** number of slots in a row of each turn */
  readonly slotsEach: number;
}

export type LeaderSchedule = LeaderSlots | LeadersInTurn;

/** A node that makes blocks and votes on them. */
export interface Validator {
  readonly identity: Address;
  readonly vote: Address;
  /** lamports, activated */
  readonly stake: bigint;
  readonly commissionBps: number;
}

/**
 * Facts of a cluster that are in neither blocks nor accounts: `ledger.json` gives them, in members of the same names. Undefined
 * where it does not; each method then answers something else, or refuses.
 */
export interface ClusterFacts {
  /** The source of leaders, votes, nodes and samples that are not set. Every scripted ledger has at least one. */
  readonly validators: readonly Validator[] | undefined;
  /** the fixtures hold every account of the chain, so that sums over them mean something */
  readonly allAccounts: boolean;
  /** number of transactions of the whole chain up to the processed tip */
  readonly transactionCount: bigint | undefined;
  readonly epochSchedule: EpochSchedule | undefined;
  /** schedules by epoch */
  readonly leaderSchedules: ReadonlyMap<bigint, LeaderSchedule> | undefined;
  /** activated stake in lamports by vote account, in the epoch of the tips */
  readonly voteStakes: ReadonlyMap<Address, bigint> | undefined;
  /** lamports of stake by lockout, 32 of them, by slot */
  readonly blockCommitments: ReadonlyMap<bigint, readonly bigint[]> | undefined;
  /** nodes in the form of getClusterNodes */
  readonly clusterNodes: readonly JsonObject[] | undefined;
  readonly inflation: InflationGovernor | undefined;
  readonly supply: Supply | undefined;
  /** newest first */
  readonly performanceSamples: readonly PerformanceSample[] | undefined;
  readonly snapshots: SnapshotSlots | undefined;
  /** number of slots that an unhealthy node is behind its cluster */
  readonly slotsBehind: bigint | undefined;
}

export const NO_CLUSTER_FACTS: ClusterFacts = {
  validators: undefined,
  allAccounts: false,
  transactionCount: undefined,
  epochSchedule: undefined,
  leaderSchedules: undefined,
  voteStakes: undefined,
  blockCommitments: undefined,
  clusterNodes: undefined,
  inflation: undefined,
  supply: undefined,
  performanceSamples: undefined,
  snapshots: undefined,
  slotsBehind: undefined,
};
