import type { ClusterName } from '../../model/clusterName.ts';
import type { U64 } from '../../model/meta.ts';

/** A slot, or the first and last of a run of them. */
export type SkippedSlots = U64 | readonly [first: U64, last: U64];

/** The members of `ledger.json`: docs/fixtures.md describes each of them, and what is answered without it. */
export interface LedgerMembers {
  /** slot: how far the node has processed */
  readonly processed?: U64;
  /** slot, at most `processed` */
  readonly confirmed?: U64;
  /** slot, at most `confirmed` */
  readonly finalized?: U64;
  /** slot: older ones count as cleaned up */
  readonly firstAvailable?: U64;
  readonly skipped?: readonly SkippedSlots[];
  /** whose programs and sysvars there are: those of a test validator, or of mainnet-beta */
  readonly cluster?: ClusterName;
  /** base58 of 32 bytes */
  readonly genesisHash?: string;
  /** address of the node */
  readonly identity?: string;
  /** e.g. `4.1.0` */
  readonly apiVersion?: string;
  readonly featureSet?: number;
  /** the ledger holds every account of the chain, so that sums over them mean something */
  readonly allAccounts?: boolean;
  readonly transactionCount?: U64;
  readonly epochSchedule?: {
    readonly slotsPerEpoch: U64;
    readonly leaderScheduleSlotOffset: U64;
    readonly warmup: boolean;
    readonly firstNormalEpoch: U64;
    readonly firstNormalSlot: U64;
  };
  /** by epoch: slots of the epoch by leader, or leaders in turn */
  readonly leaderSchedules?: Readonly<Record<string, Readonly<Record<string, readonly number[]>> | LeadersInTurn>>;
  /** lamports by vote account */
  readonly voteStakes?: Readonly<Record<string, U64>>;
  /** by slot: 32 sums of lamports, by lockout */
  readonly blockCommitments?: Readonly<Record<string, readonly U64[]>>;
  readonly clusterNodes?: readonly ClusterNode[];
  /** yearly rates as fractions of one */
  readonly inflation?: {
    readonly initial: number;
    readonly terminal: number;
    readonly taper: number;
    readonly foundation: number;
    readonly foundationTerm: number;
  };
  /** lamports */
  readonly supply?: {
    readonly total: U64;
    readonly circulating: U64;
    readonly nonCirculating: U64;
    readonly nonCirculatingAccounts: readonly string[];
  };
  /** newest first */
  readonly performanceSamples?: readonly {
    readonly slot: U64;
    readonly numSlots: U64;
    readonly numTransactions: U64;
    readonly numNonVoteTransactions: U64;
    readonly samplePeriodSecs: number;
  }[];
  /** slots */
  readonly snapshots?: { readonly full: U64; readonly incremental: U64 | null };
  /** how far an unhealthy node is behind its cluster */
  readonly slotsBehind?: U64;
  /** what becomes of transactions that are sent */
  readonly send?: {
    /** auto: they are final at once, the default unless the ledger moves by itself */
    readonly confirm?: 'auto' | 'manual';
    /** who pays for airdrops: base58, `$name`, or `none` */
    readonly faucet?: string;
    /** a program has to be in the ledger to be called */
    readonly strict?: boolean;
  };
}

/** Leaders one after the other, through the whole epoch. */
export interface LeadersInTurn {
  /** addresses */
  readonly leaders: readonly string[];
  /** how many slots in a row each turn has; default 4 */
  readonly slotsEach?: number;
}

/** As getClusterNodes shows it; what is left out is null there. */
export interface ClusterNode extends Partial<Readonly<Record<SocketName, string | null>>> {
  readonly pubkey: string;
  readonly version?: string | null;
  readonly clientId?: string | null;
  readonly featureSet?: number | null;
  readonly shredVersion?: number | null;
}

/** IP address and port, `1.2.3.4:8001` */
type SocketName =
  | 'gossip'
  | 'tvu'
  | 'tpu'
  | 'tpuQuic'
  | 'tpuForwards'
  | 'tpuForwardsQuic'
  | 'tpuVote'
  | 'serveRepair'
  | 'rpc'
  | 'pubsub';
