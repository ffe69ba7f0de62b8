import { U64_MAX } from '../../codec/bigints.ts';
import { clockAt } from '../../ledger/chainEnd.ts';
import type { Validator } from '../../ledger/clusterFacts.ts';
import { epochOf, epochScheduleOf } from '../../ledger/epochs.ts';
import type { Chain } from '../../ledger/history/chain.ts';
import type { LedgerState } from '../../ledger/state.ts';
import { voteStateOf } from '../../ledger/validators.ts';
import type { Account } from '../../solana/account.ts';
import { type ClusterName, VOTE_PROGRAM } from '../../solana/address.ts';
import { BASIS_POINTS } from '../../solana/basisPoints.ts';
import { blsKeyOf } from '../../solana/blsKey.ts';
import { VOTE_ACCOUNT_BYTES, VOTE_ACCOUNT_V4 } from '../../solana/programs/voteAccounts.ts';
import { rentExemption } from '../accounts/builtinAccounts.ts';
import { rentEpochIn } from './clusterPrograms.ts';
import { secondsAt } from './sysvarFacts.ts';
import { testVoteLamports } from './testValidator.ts';

/**
 * The vote account of a validator that votes on every block of a chain, at its end. That of a test validator votes and withdraws
 * for itself.
 *
 * Source   agave 4.1.2, 4.2.1, 4.3.0-beta.2 runtime genesis_utils.rs
 */
export function voteAccountOf(validator: Validator, state: LedgerState, chain: Chain, cluster: ClusterName): Account {
  const { commissionBps, identity, vote } = validator;
  const { epochCredits, rootSlot, votes } = voteStateOf(validator, state, chain);
  const isLocal = cluster === 'localnet';
  const authority = isLocal ? vote : identity;
  const clock = clockAt(state.history, chain, state.protocol.gates.slotMs);
  const layout = VOTE_ACCOUNT_V4.encode({
    nodePubkey: identity,
    authorizedWithdrawer: authority,
    rewards: {
      inflationRewardsCollector: vote,
      blockRevenueCollector: identity,
      inflationRewardsCommissionBps: commissionBps,
      blockRevenueCommissionBps: isLocal ? state.protocol.version.blockRevenueBps : BASIS_POINTS,
      pendingDelegatorRewards: '0',
      blsPubkeyCompressed: blsKeyOf(vote),
    },
    votes: votes.map((slot, i) => ({ latency: 1, slot, confirmationCount: votes.length - i })),
    rootSlot: rootSlot ?? null,
    authorizedVoters: [{ epoch: epochOf(epochScheduleOf(state), chain.tip), authorizedVoter: authority }],
    epochCredits,
    lastTimestamp: { slot: chain.tip, timestamp: secondsAt(chain.tip, clock) },
  });
  const data = new Uint8Array(VOTE_ACCOUNT_BYTES);
  data.set(layout);
  const lamports = isLocal ? testVoteLamports(validator) : rentExemption(VOTE_ACCOUNT_BYTES);
  // a vote writes the account anew
  const rentEpoch = votes.length > 0 ? U64_MAX : rentEpochIn(cluster);
  return { address: vote, owner: VOTE_PROGRAM, data, executable: false, lamports, rentEpoch };
}
