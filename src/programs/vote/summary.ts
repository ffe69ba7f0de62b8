import { ByteReader } from '../../codec/byteReader.ts';
import { ADDRESS_BYTES } from '../../model/address.ts';
import { readAddress } from '../../model/wireParts.ts';
import type { VoteSummary } from '../parsed.ts';
import {
  percentOf,
  readAuthorizedVoters,
  readEpochCredits,
  readRootSlot,
  readVotes,
  skipPriorVoters,
  VOTE_VERSIONS,
  type VoteVersion,
} from './layout.ts';

const ACCOUNT_BYTES = 3762;
const OLD_ACCOUNT_BYTES = 3731;
const V4_TAG = 3;
/** an account from before v4 is initialised once anything stands between its tag and here */
const HEAD_END = 118;
const OLD_HEAD_END = 86;
const TAG_END = 4;

/**
 * Reads what a list of validators shows of a vote account; undefined for one that the node does not count as such.
 *
 * Source   agave 4.1 stakes.rs, vote_state_view.rs; vote-interface 6.0 is_correct_size_and_initialized
 */
export function readVoteSummary(data: Uint8Array): VoteSummary | undefined {
  if (!isInitialised(data)) return undefined;
  const reader = new ByteReader(data);
  const version = VOTE_VERSIONS[reader.u32()];
  return version && readSummary(reader, version);
}

function isInitialised(data: Uint8Array): boolean {
  const holds = (end: number) => data.subarray(TAG_END, end).some((byte) => byte !== 0);
  if (data.length === OLD_ACCOUNT_BYTES) return holds(OLD_HEAD_END);
  return data.length === ACCOUNT_BYTES && (new ByteReader(data).u32() === V4_TAG || holds(HEAD_END));
}

function readSummary(data: ByteReader, version: VoteVersion): VoteSummary {
  const nodePubkey = readAddress(data);
  // the authorized withdrawer
  data.take(ADDRESS_BYTES);
  // who collects is not shown, so any address will do for the vote account itself
  const { inflationRewardsCommissionBps } = version.readRewards(data, { vote: nodePubkey, node: nodePubkey });
  const votes = readVotes(data, version);
  const rootSlot = readRootSlot(data) ?? undefined;
  readAuthorizedVoters(data);
  if (version.hasPriorVoters) skipPriorVoters(data);
  return {
    nodePubkey,
    commission: percentOf(inflationRewardsCommissionBps),
    inflationRewardsCommissionBps,
    lastVote: votes.at(-1)?.slot,
    rootSlot,
    epochCredits: readEpochCredits(data),
  };
}
