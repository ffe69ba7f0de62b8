import { ByteReader } from '../../codec/byteReader.ts';
import type { Address } from '../../model/address.ts';
import type { VoteSummary } from '../parsed.ts';
import { percentOf, readVoteState } from './layout.ts';

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
