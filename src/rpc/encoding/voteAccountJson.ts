import type { JsonObject } from '../../codec/jsonText.ts';
import type { Address } from '../../solana/address.ts';
import type { VoteSummary } from '../../solana/programs/parserTypes.ts';

const SHOWN_EPOCHS = 5;

/** The stake of a vote account; lamports. */
export interface VoteStake {
  readonly activatedStake: bigint;
  readonly isEpochVoteAccount: boolean;
}

/**
 * A vote account as lists of validators show it, with the credits of its last five epochs.
 *
 * Source   agave 4.1 RpcVoteAccountInfo
 */
export function encodeVoteAccount(votePubkey: Address, summary: VoteSummary, stake: VoteStake): JsonObject {
  const { nodePubkey, commission, inflationRewardsCommissionBps, lastVote, rootSlot, epochCredits } = summary;
  return {
    activatedStake: stake.activatedStake,
    commission,
    epochCredits: epochCredits
      .slice(-SHOWN_EPOCHS)
      .map(({ epoch, credits, previousCredits }) => [epoch, credits, previousCredits]),
    epochVoteAccount: stake.isEpochVoteAccount,
    inflationRewardsCommissionBps,
    lastVote: lastVote ?? 0n,
    nodePubkey,
    rootSlot: rootSlot ?? 0n,
    votePubkey,
  };
}
