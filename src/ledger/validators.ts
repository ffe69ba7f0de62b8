import { maxOf, saturateU64 } from '../codec/bigints.ts';
import { isActive } from '../gates.ts';
import type { Address } from '../solana/address.ts';
import { blsKeyOf } from '../solana/blsKey.ts';
import type { EpochCredits, VoteSummary } from '../solana/programs/parserTypes.ts';
import { percentOf } from '../solana/programs/voteAccounts.ts';
import type { ClusterFacts, Validator } from './clusterFacts.ts';
import { epochOf, epochScheduleOf, firstSlotOf } from './epochs.ts';
import { type Chain, slotsOn } from './history/chain.ts';
import type { History } from './history/history.ts';
import type { LedgerState } from './state.ts';

/**
 * Facts that follow from the validators of a ledger: all of them vote on every block, and the tips say which votes
 * are visible.
 * @module
 */

/** Lamports by vote account; undefined: the ledger does not say. */
export function voteStakesOf({ validators, voteStakes }: ClusterFacts): ReadonlyMap<Address, bigint> | undefined {
  return voteStakes ?? (validators && new Map(validators.map(({ stake, vote }) => [vote, stake])));
}

/** Credits for a vote in time. Source agave 4.1 VOTE_CREDITS_MAXIMUM_PER_SLOT */
const CREDITS_A_SLOT = 16n;
/** The number of epochs that a vote account keeps. Source vote-interface 6.0 MAX_EPOCH_CREDITS_HISTORY */
const MAX_CREDIT_EPOCHS = 64n;

/** votes that a vote account keeps; the one that they push out is its root. Source vote-interface 6.0 MAX_LOCKOUT_HISTORY */
const MAX_VOTES = 31;

/**
 * The number of votes under Alpenglow, where certificates in the blocks say what was voted. Source agave 4.3 runtime vote_reward.rs
 */
const ALPENGLOW_VOTES = 1;

/** The state of a validator's vote account at the end of a chain. */
export interface VoteState extends VoteSummary {
  /** the slots of its votes, ascending */
  readonly votes: readonly bigint[];
}

export function voteStateOf({ commissionBps, identity, vote }: Validator, state: LedgerState, chain: Chain): VoteState {
  const voteCount = isActive(state.protocol.alpenglowFrom, chain.tip) ? ALPENGLOW_VOTES : MAX_VOTES;
  const newest = newestSlots(chain, state.history, voteCount + 1).filter((slot) => slot > 0n);
  return {
    nodePubkey: identity,
    commission: percentOf(commissionBps),
    inflationRewardsCommissionBps: commissionBps,
    // made only where it is shown: it takes milliseconds
    get blsPubkeyCompressed() {
      return blsKeyOf(vote);
    },
    lastVote: chain.tip,
    votes: newest.slice(0, voteCount).reverse(),
    rootSlot: newest[voteCount] ?? genesisRoot(state),
    epochCredits: epochCreditsOf(state, chain.tip, voteCount),
  };
}

/** The genesis block is the first root, without votes. Undefined: the ledger does not reach down to it. */
function genesisRoot({ history }: LedgerState): bigint | undefined {
  return history.firstSlot === 0n ? 0n : undefined;
}

/** Newest first; the tip is one of them, whatever it holds. */
function newestSlots(chain: Chain, history: History, count: number): readonly bigint[] {
  const slots = [chain.tip];
  for (const slot of slotsOn(chain, history)) {
    if (slots.length === count) break;
    if (slot !== chain.tip) slots.push(slot);
  }
  return slots;
}

/**
 * A vote gets its credits when it becomes the root, so the votes on the newest blocks have none yet. Under Alpenglow a vote gets them at once.
 *
 * @param voteCount votes that the account keeps
 */
function epochCreditsOf(state: LedgerState, lastVote: bigint, voteCount: number): readonly EpochCredits[] {
  const waiting = voteCount === ALPENGLOW_VOTES ? 0n : BigInt(voteCount) + 1n;
  const creditsUpTo = (end: bigint) => saturateU64(maxOf(end - waiting, 0n) * CREDITS_A_SLOT);
  const schedule = epochScheduleOf(state);
  const current = epochOf(schedule, lastVote);
  const credits: EpochCredits[] = [];
  const oldest = current < MAX_CREDIT_EPOCHS ? 0n : current - MAX_CREDIT_EPOCHS + 1n;
  for (let epoch = oldest; epoch <= current; epoch++) {
    const end = epoch === current ? lastVote + 1n : firstSlotOf(schedule, epoch + 1n);
    const previousCredits = creditsUpTo(firstSlotOf(schedule, epoch));
    if (creditsUpTo(end) > previousCredits) credits.push({ epoch, credits: creditsUpTo(end), previousCredits });
  }
  return credits;
}

/** lockouts that a vote can have. Source agave 4.1 runtime commitment.rs BlockCommitmentArray */
export const LOCKOUTS = 32;

/**
 * Lamports that have voted on a block, by lockout; the last number is that of votes that have the block as their root. Undefined: no vote.
 *
 * @param slot slot of a block on the processed chain
 */
export function blockCommitmentOf(slot: bigint, state: LedgerState, stake: bigint): readonly bigint[] | undefined {
  const { confirmed, finalized } = state.chains;
  if (slot > confirmed.tip) return undefined;
  const votes = slot <= finalized.tip ? LOCKOUTS : Math.min(votesOn(slot, state), LOCKOUTS);
  return Array.from({ length: LOCKOUTS }, (_, i) => (i === votes - 1 ? stake : 0n));
}

/** The number of votes on a slot: one for each slot of the confirmed chain from it on that has a block or transactions. */
function votesOn(slot: bigint, { chains: { confirmed }, history }: LedgerState): number {
  let votes = 0;
  for (const range of confirmed.offChain.outside({ first: slot, last: confirmed.tip }))
    votes += history.countSlots(range);
  return votes;
}
