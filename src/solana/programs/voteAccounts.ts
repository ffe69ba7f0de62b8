import { encodeBase58 } from '../../codec/base58.ts';
import { ascending } from '../../codec/bigints.ts';
import { ByteReader } from '../../codec/bytes.ts';
import type { JsonValue } from '../../codec/jsonText.ts';
import { type Decoder, fields, i64, nullable, u16, u32, u64, u64Text, type ValuesOf, vec } from '../../codec/struct.ts';
import type { Address } from '../address.ts';
import { pubkey } from '../pubkey.ts';
import type { AccountParser, EpochCredits, VoteSummary } from './parsed.ts';

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

interface VoteVersion {
  /** before v4 a state has a commission, and no collectors itself */
  readonly hasCommission: boolean;
  readonly hasLatency: boolean;
  readonly hasPriorVoters: boolean;
}

/** By the u32 tag; 0 is an account that was never initialized. */
const VOTE_VERSIONS: readonly (VoteVersion | undefined)[] = [
  undefined,
  { hasCommission: true, hasLatency: false, hasPriorVoters: true },
  { hasCommission: true, hasLatency: true, hasPriorVoters: true },
  { hasCommission: false, hasLatency: true, hasPriorVoters: false },
];

const BLS_PUBKEY_BYTES = 48;
/** 32 entries of an address and two epochs, an index, an "is empty" byte */
const PRIOR_VOTERS_BYTES = 32 * 48 + 8 + 1;

const blsPubkey: Decoder<string> = { read: (data) => encodeBase58(data.take(BLS_PUBKEY_BYTES)) };

/** Who earns what. Rates are basis points, the pending reward is lamports. */
const rewards = fields({
  inflationRewardsCollector: pubkey,
  blockRevenueCollector: pubkey,
  inflationRewardsCommissionBps: u16,
  blockRevenueCommissionBps: u16,
  pendingDelegatorRewards: u64Text,
  blsPubkeyCompressed: nullable(blsPubkey),
});
type Rewards = ValuesOf<{ readonly rewards: typeof rewards }>['rewards'];

/** A commission in percent, in the form of v4. */
function rewardsOfCommission(percent: number, vote: Address, node: Address): Rewards {
  return {
    inflationRewardsCollector: vote,
    blockRevenueCollector: node,
    inflationRewardsCommissionBps: percent * 100,
    blockRevenueCommissionBps: 10_000,
    pendingDelegatorRewards: '0',
    blsPubkeyCompressed: null,
  };
}

const lockout = fields({ slot: u64, confirmationCount: u32 });
const rootSlot = nullable(u64);
const epochCredits: Decoder<readonly EpochCredits[]> = vec(fields({ epoch: u64, credits: u64, previousCredits: u64 }));
const voters = vec(fields({ epoch: u64, authorizedVoter: pubkey }));

/**
 * Reads from the tag up to the last timestamp, which is left to the caller; undefined for an unknown version.
 *
 * @param vote the account's own address
 */
function readVoteState(data: ByteReader, vote: Address) {
  const version = VOTE_VERSIONS[data.u32()];
  if (version === undefined) return undefined;
  const nodePubkey = pubkey.read(data);
  const state = {
    nodePubkey,
    authorizedWithdrawer: pubkey.read(data),
    rewards: version.hasCommission ? rewardsOfCommission(data.u8(), vote, nodePubkey) : rewards.read(data),
    votes: vec({ read: () => ({ latency: version.hasLatency ? data.u8() : 0, ...lockout.read(data) }) }).read(data),
    rootSlot: rootSlot.read(data),
    authorizedVoters: readAuthorizedVoters(data),
  };
  // they are not shown, and nothing in them can be wrong
  if (version.hasPriorVoters) data.take(PRIOR_VOTERS_BYTES);
  return { ...state, epochCredits: epochCredits.read(data) };
}

/** Ascending by epoch, whatever the order of the bytes; of a repeated epoch the last voter counts. */
function readAuthorizedVoters(data: ByteReader): JsonValue {
  const byEpoch = new Map(voters.read(data).map((voter) => [voter.epoch, voter]));
  return [...byEpoch.values()].sort((a, b) => ascending(a.epoch, b.epoch));
}

/** Rounded up, and never more than the byte that it was before v4. */
function percentOf(basisPoints: number): number {
  return Math.min(255, Math.ceil(basisPoints / 100));
}

const lastTimestamp = fields({ slot: u64, timestamp: i64 });

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

const ACCOUNT_BYTES = 3762;
const OLD_ACCOUNT_BYTES = 3731;
const V4_TAG = 3;
/** an account from before v4 is initialized if any byte between its tag and here is not zero */
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
  const state = isInitialized(data) ? readVoteState(reader, address) : undefined;
  if (state === undefined || state.votes.length > MAX_VOTES || reader.remaining < TIMESTAMP_BYTES) return undefined;
  const { inflationRewardsCommissionBps } = state.rewards;
  return {
    nodePubkey: state.nodePubkey,
    commission: percentOf(inflationRewardsCommissionBps),
    inflationRewardsCommissionBps,
    lastVote: state.votes.at(-1)?.slot,
    rootSlot: state.rootSlot ?? undefined,
    epochCredits: state.epochCredits,
  };
}

function isInitialized(data: Uint8Array): boolean {
  const holds = (end: number) => data.subarray(TAG_END, end).some((byte) => byte !== 0);
  if (data.length === OLD_ACCOUNT_BYTES) return holds(OLD_HEAD_END);
  return data.length === ACCOUNT_BYTES && (new ByteReader(data).u32() === V4_TAG || holds(HEAD_END));
}
