import { decodeBase58, encodeBase58 } from '../../codec/base58.ts';
import { ascending } from '../../codec/bigints.ts';
import { ByteReader } from '../../codec/bytes.ts';
import type { JsonValue } from '../../codec/jsonText.ts';
import {
  constant,
  type FixedCodec,
  fields,
  i64,
  nullable,
  padding,
  struct,
  type TypeOf,
  u8,
  u16,
  u32,
  u64,
  u64Text,
  vec,
} from '../../codec/struct.ts';
import type { Address } from '../address.ts';
import { BASIS_POINTS } from '../basisPoints.ts';
import { pubkey } from '../pubkey.ts';
import type { AccountParser, VoteSummary } from './parserTypes.ts';

/**
 * Vote accounts of all versions.
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

export const BLS_PUBKEY_BYTES = 48;
/** 32 entries of an address and two epochs, an index, an "is empty" byte */
const PRIOR_VOTERS_BYTES = 32 * 48 + 8 + 1;

const blsPubkey: FixedCodec<string> = {
  size: BLS_PUBKEY_BYTES,
  read: (data) => encodeBase58(data.take(BLS_PUBKEY_BYTES)),
  write: (to, key) => to.append(decodeBase58(key)),
};

/** The rewards of a vote account. Rates are basis points, the pending reward is lamports. */
const rewards = fields({
  inflationRewardsCollector: pubkey,
  blockRevenueCollector: pubkey,
  inflationRewardsCommissionBps: u16,
  blockRevenueCommissionBps: u16,
  pendingDelegatorRewards: u64Text,
  blsPubkeyCompressed: nullable(blsPubkey),
});
type Rewards = TypeOf<typeof rewards>;

/** A commission in percent, in the form of v4. */
function rewardsOfCommission(percent: number, vote: Address, node: Address): Rewards {
  return {
    inflationRewardsCollector: vote,
    blockRevenueCollector: node,
    inflationRewardsCommissionBps: percent * 100,
    blockRevenueCommissionBps: BASIS_POINTS,
    pendingDelegatorRewards: '0',
    blsPubkeyCompressed: null,
  };
}

const lockout = struct({ slot: u64, confirmationCount: u32 });
const lockoutWithLatency = struct({ latency: u8, ...lockout.members });
const lockoutWithoutLatency = { read: (data: ByteReader) => ({ latency: 0, ...lockout.read(data) }) };

/** Members that all versions of a state share. */
const voters = vec(struct({ epoch: u64, authorizedVoter: pubkey }));
const epochCredits = vec(struct({ epoch: u64, credits: u64, previousCredits: u64 }));
const identities = { nodePubkey: pubkey, authorizedWithdrawer: pubkey };
const rootAndVoters = { rootSlot: nullable(u64), authorizedVoters: voters };

const V1_14_11 = fields({
  ...identities,
  commission: u8,
  votes: vec(lockoutWithoutLatency),
  ...rootAndVoters,
  _priorVoters: padding(PRIOR_VOTERS_BYTES),
  epochCredits,
});
const V3 = fields({
  ...identities,
  commission: u8,
  votes: vec(lockoutWithLatency),
  ...rootAndVoters,
  _priorVoters: padding(PRIOR_VOTERS_BYTES),
  epochCredits,
});
const V4 = fields({ ...identities, rewards, votes: vec(lockoutWithLatency), ...rootAndVoters, epochCredits });

const lastTimestamp = struct({ slot: u64, timestamp: i64 });
const V4_TAG = 3;

/** A vote account of version 4, from its tag on. */
export const VOTE_ACCOUNT_V4 = fields({ _tag: constant(u32, V4_TAG), ...V4.members, lastTimestamp });

/** A state of any version in the form of v4, without the last timestamp. */
type VoteState = TypeOf<typeof V4>;

/**
 * Reads from the tag up to the last timestamp, which is left to the caller; undefined for an unknown version.
 *
 * @param vote the account's own address
 */
function readVoteState(data: ByteReader, vote: Address): VoteState | undefined {
  const tag = data.u32();
  if (tag === V4_TAG) return V4.read(data);
  const version = OLDER_VERSIONS[tag];
  if (version === undefined) return undefined;
  const { commission, ...state } = version.read(data);
  return { ...state, rewards: rewardsOfCommission(commission, vote, state.nodePubkey) };
}

/** Versions by the u32 tag; 0 is an account that was never initialized. */
const OLDER_VERSIONS = [undefined, V1_14_11, V3];

/** The voters ascending by epoch; of a repeated epoch the last voter counts. */
function sortVoters(list: TypeOf<typeof voters>): JsonValue {
  const byEpoch = new Map(list.map((voter) => [voter.epoch, voter]));
  return [...byEpoch.values()].sort((a, b) => ascending(a.epoch, b.epoch));
}

/** A rate in basis points as percent, rounded up, and at most 255, because it was a byte before v4. */
export function percentOf(basisPoints: number): number {
  return Math.min(255, Math.ceil(basisPoints / 100));
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
  const { rewards: earned, ...shown } = state;
  const info = {
    ...shown,
    ...earned,
    authorizedVoters: sortVoters(state.authorizedVoters),
    commission: percentOf(earned.inflationRewardsCommissionBps),
    priorVoters: [],
    epochCredits: state.epochCredits.map(({ epoch, credits, previousCredits }) => ({
      epoch,
      credits: `${credits}`,
      previousCredits: `${previousCredits}`,
    })),
    lastTimestamp: lastTimestamp.read(reader),
  };
  return { program: 'vote', parsed: { type: 'vote', info } };
};

export const VOTE_ACCOUNT_BYTES = 3762;
const OLD_ACCOUNT_BYTES = 3731;
/** an account from before v4 is initialized if any byte between its tag and here is not zero */
const HEAD_END = 118;
const OLD_HEAD_END = 86;
const TAG_END = 4;
/** the node counts them in a byte */
const MAX_VOTES = 255;

/**
 * Reads what a list of validators shows of a vote account; undefined for one that the node does not count as such.
 *
 * Source   agave 4.1 stakes.rs, vote_state_view.rs; vote-interface 6.0 is_correct_size_and_initialized
 */
export function readVoteSummary(data: Uint8Array, address: Address): VoteSummary | undefined {
  const reader = new ByteReader(data);
  const state = isInitialized(data) ? readVoteState(reader, address) : undefined;
  if (state === undefined || state.votes.length > MAX_VOTES || reader.remaining < lastTimestamp.size) return undefined;
  const { blsPubkeyCompressed, inflationRewardsCommissionBps } = state.rewards;
  return {
    nodePubkey: state.nodePubkey,
    commission: percentOf(inflationRewardsCommissionBps),
    inflationRewardsCommissionBps,
    blsPubkeyCompressed,
    lastVote: state.votes.at(-1)?.slot,
    rootSlot: state.rootSlot ?? undefined,
    epochCredits: state.epochCredits,
  };
}

function isInitialized(data: Uint8Array): boolean {
  const hasBytesBefore = (end: number) => data.subarray(TAG_END, end).some((byte) => byte !== 0);
  if (data.length === OLD_ACCOUNT_BYTES) return hasBytesBefore(OLD_HEAD_END);
  return data.length === VOTE_ACCOUNT_BYTES && (new ByteReader(data).u32() === V4_TAG || hasBytesBefore(HEAD_END));
}
