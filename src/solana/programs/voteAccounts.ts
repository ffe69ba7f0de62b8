import { encodeBase58 } from '../../codec/base58.ts';
import { ByteReader } from '../../codec/bytes.ts';
import type { JsonObject, JsonValue } from '../../codec/jsonText.ts';
import type { Address } from '../address.ts';
import { readAddress } from '../wire.ts';
import { type AccountParser, type EpochCredits, readOption, readVec, type VoteSummary } from './parsed.ts';

/**
 * The parts that vote states of all versions are made of, and the versions themselves.
 *
 * | step | v1_14_11 | v3 | v4 |
 * |---|---|---|---|
 * | tag u32 | 1 | 2 | 3 |
 * | node, authorized withdrawer | 32, 32 | same | same |
 * | rewards | commission u8 | same | two collectors 32, 32; two rates u16, u16; pending u64; BLS key u8 0 or 1, 48 after 1 |
 * | votes, u64 count | slot u64, confirmations u32 | latency u8 before these | as v3 |
 * | root slot | u8 0 or 1, u64 after 1 | same | same |
 * | authorized voters, u64 count | epoch u64, address 32 | same | same |
 * | prior voters | 1545 bytes | same | - |
 * | epoch credits, u64 count | epoch, credits, previous credits: u64 | same | same |
 * | last timestamp | slot u64, Unix seconds i64 | same | same |
 *
 * Source   vote-interface 6.0
 * @module
 */

/** Who earns what, in the form of v4. Rates are basis points, the pending reward is lamports. */
interface Rewards extends JsonObject {
  readonly inflationRewardsCollector: Address;
  readonly blockRevenueCollector: Address;
  readonly inflationRewardsCommissionBps: number;
  readonly blockRevenueCommissionBps: number;
  readonly pendingDelegatorRewards: string;
  readonly blsPubkeyCompressed: string | null;
}

/** What is needed to show a state from before v4: it has no collectors itself. */
interface VoteIdentity {
  readonly vote: Address;
  readonly node: Address;
}

interface VoteVersion {
  readonly readRewards: (data: ByteReader, identity: VoteIdentity) => Rewards;
  readonly hasLatency: boolean;
  readonly hasPriorVoters: boolean;
}

/** By the u32 tag; 0 is an account that was never initialized. */
const VOTE_VERSIONS: readonly (VoteVersion | undefined)[] = [
  undefined,
  { readRewards: rewardsOfCommission, hasLatency: false, hasPriorVoters: true },
  { readRewards: rewardsOfCommission, hasLatency: true, hasPriorVoters: true },
  { readRewards, hasLatency: true, hasPriorVoters: false },
];

const BLS_PUBKEY_BYTES = 48;
/** 32 entries of an address and two epochs, an index, an "is empty" byte */
const PRIOR_VOTERS_BYTES = 32 * 48 + 8 + 1;

function rewardsOfCommission(data: ByteReader, { vote, node }: VoteIdentity): Rewards {
  return {
    inflationRewardsCollector: vote,
    blockRevenueCollector: node,
    inflationRewardsCommissionBps: data.u8() * 100,
    blockRevenueCommissionBps: 10_000,
    pendingDelegatorRewards: '0',
    blsPubkeyCompressed: null,
  };
}

function readRewards(data: ByteReader): Rewards {
  return {
    inflationRewardsCollector: readAddress(data),
    blockRevenueCollector: readAddress(data),
    inflationRewardsCommissionBps: data.u16(),
    blockRevenueCommissionBps: data.u16(),
    pendingDelegatorRewards: `${data.u64()}`,
    blsPubkeyCompressed: readOption(data, () => encodeBase58(data.take(BLS_PUBKEY_BYTES))) ?? null,
  };
}

/** What vote states of all versions hold, but for the last timestamp. */
export interface VoteState {
  readonly nodePubkey: Address;
  readonly authorizedWithdrawer: Address;
  readonly rewards: Rewards;
  readonly votes: readonly LandedVote[];
  readonly rootSlot: bigint | null;
  readonly authorizedVoters: JsonValue;
  /** oldest first */
  readonly epochCredits: readonly EpochCredits[];
}

/**
 * Reads from the tag up to the last timestamp, which is left to the caller.
 *
 * @param vote the account's own address
 */
function readVoteState(data: ByteReader, vote: Address): VoteState | undefined {
  const version = VOTE_VERSIONS[data.u32()];
  if (version === undefined) return undefined;
  const nodePubkey = readAddress(data);
  const authorizedWithdrawer = readAddress(data);
  const rewards = version.readRewards(data, { vote, node: nodePubkey });
  const votes = readVotes(data, version);
  const rootSlot = readOption(data, (root) => root.u64()) ?? null;
  const authorizedVoters = readAuthorizedVoters(data);
  // they are not shown, and nothing in them can be wrong
  if (version.hasPriorVoters) data.take(PRIOR_VOTERS_BYTES);
  return {
    nodePubkey,
    authorizedWithdrawer,
    rewards,
    votes,
    rootSlot,
    authorizedVoters,
    epochCredits: readEpochCredits(data),
  };
}

/** Rounded up, and never more than the byte that it was before v4. */
function percentOf(basisPoints: number): number {
  return Math.min(255, Math.ceil(basisPoints / 100));
}

interface LandedVote extends JsonObject {
  readonly latency: number;
  readonly slot: bigint;
  readonly confirmationCount: number;
}

function readVotes(data: ByteReader, { hasLatency }: VoteVersion): readonly LandedVote[] {
  return readVec(data, () => ({
    latency: hasLatency ? data.u8() : 0,
    slot: data.u64(),
    confirmationCount: data.u32(),
  }));
}

/** Ascending by epoch, whatever the order of the bytes; of a repeated epoch the last voter counts. */
function readAuthorizedVoters(data: ByteReader): JsonValue {
  const voters = new Map(readVec(data, () => [data.u64(), readAddress(data)] as const));
  return [...voters]
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([epoch, authorizedVoter]) => ({ epoch, authorizedVoter }));
}

function readEpochCredits(data: ByteReader): readonly EpochCredits[] {
  return readVec(data, () => ({ epoch: data.u64(), credits: data.u64(), previousCredits: data.u64() }));
}

/**
 * Reads a vote account of any version and shows it in the form of v4.
 *
 * Source   agave 4.1 account-decoder
 */
export const parseVoteAccount: AccountParser = (data, address) => {
  const reader = new ByteReader(data);
  const state = readVoteState(reader, address);
  if (state === undefined) return undefined;
  const info = {
    nodePubkey: state.nodePubkey,
    authorizedWithdrawer: state.authorizedWithdrawer,
    commission: percentOf(state.rewards.inflationRewardsCommissionBps),
    ...state.rewards,
    votes: state.votes,
    rootSlot: state.rootSlot,
    authorizedVoters: state.authorizedVoters,
    priorVoters: [],
    epochCredits: state.epochCredits.map(({ epoch, credits, previousCredits }) => ({
      epoch,
      credits: `${credits}`,
      previousCredits: `${previousCredits}`,
    })),
    lastTimestamp: { slot: reader.u64(), timestamp: reader.i64() },
  };
  return { program: 'vote', parsed: { type: 'vote', info } };
};

const ACCOUNT_BYTES = 3762;
const OLD_ACCOUNT_BYTES = 3731;
const V4_TAG = 3;
/** an account from before v4 is initialised if any byte between its tag and here is not zero */
const HEAD_END = 118;
const OLD_HEAD_END = 86;
const TAG_END = 4;
/** the node counts them in a byte */
const MAX_VOTES = 255;
/** of the last timestamp, which ends the state: slot and seconds */
const TIMESTAMP_BYTES = 16;

/**
 * Reads what a list of validators shows of a vote account; undefined for one that the node does not count as such.
 *
 * Source   agave 4.1 stakes.rs, vote_state_view.rs; vote-interface 6.0 is_correct_size_and_initialized
 */
export function readVoteSummary(data: Uint8Array, address: Address): VoteSummary | undefined {
  const reader = new ByteReader(data);
  const state = isInitialised(data) ? readVoteState(reader, address) : undefined;
  if (state === undefined || state.votes.length > MAX_VOTES || reader.remaining < TIMESTAMP_BYTES) return undefined;
  const { nodePubkey, rewards, votes, rootSlot, epochCredits } = state;
  const { inflationRewardsCommissionBps } = rewards;
  return {
    nodePubkey,
    commission: percentOf(inflationRewardsCommissionBps),
    inflationRewardsCommissionBps,
    lastVote: votes.at(-1)?.slot,
    rootSlot: rootSlot ?? undefined,
    epochCredits,
  };
}

function isInitialised(data: Uint8Array): boolean {
  const holds = (end: number) => data.subarray(TAG_END, end).some((byte) => byte !== 0);
  if (data.length === OLD_ACCOUNT_BYTES) return holds(OLD_HEAD_END);
  return data.length === ACCOUNT_BYTES && (new ByteReader(data).u32() === V4_TAG || holds(HEAD_END));
}
