import { ByteReader } from '../../codec/byteReader.ts';
import type { JsonObject } from '../../codec/json.ts';
import type { Address } from '../../model/address.ts';
import { readAddress } from '../../model/wireParts.ts';
import type { AccountParser } from '../parsed.ts';
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

/**
 * Reads a vote account of any version and shows it in the form of v4.
 *
 * Source   agave 4.1 account-decoder
 */
export const parseVoteAccount: AccountParser = (data, address) => {
  const reader = new ByteReader(data);
  const version = VOTE_VERSIONS[reader.u32()];
  return version && { program: 'vote', parsed: { type: 'vote', info: readVoteState(reader, version, address) } };
};

function readVoteState(data: ByteReader, version: VoteVersion, vote: Address): JsonObject {
  const nodePubkey = readAddress(data);
  const authorizedWithdrawer = readAddress(data);
  const rewards = version.readRewards(data, { vote, node: nodePubkey });
  const votes = readVotes(data, version);
  const rootSlot = readRootSlot(data);
  const authorizedVoters = readAuthorizedVoters(data);
  if (version.hasPriorVoters) skipPriorVoters(data);
  return {
    nodePubkey,
    authorizedWithdrawer,
    commission: percentOf(rewards.inflationRewardsCommissionBps),
    ...rewards,
    votes,
    rootSlot,
    authorizedVoters,
    priorVoters: [],
    epochCredits: readEpochCredits(data).map(({ epoch, credits, previousCredits }) => ({
      epoch,
      credits: `${credits}`,
      previousCredits: `${previousCredits}`,
    })),
    lastTimestamp: { slot: data.u64(), timestamp: data.i64() },
  };
}
