import { ByteReader } from '../../codec/byteReader.ts';
import type { AccountParser } from '../parsed.ts';
import { percentOf, readVoteState } from './layout.ts';

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
