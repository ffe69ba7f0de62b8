/** What ledger.json says of the cluster besides its slots: who leads, who votes with which stake, how much there is. */
import { SLOT_MILLISECONDS } from './clusterClock.mjs';
import { KEY } from './keys.mjs';

/** Where a delegated stake account holds its lamports, as a u64. */
const DELEGATED_STAKE_OFFSET = 156;

/** @param accounts those of the ledger, as `finalAccounts` gives them */
export function clusterFacts({ svm, blocks }, accounts) {
  const stake = Buffer.from(svm.getAccount(KEY.stakeAccount).data).readBigUInt64LE(DELEGATED_STAKE_OFFSET);
  return {
    leaderSchedules: { 0: { leaders: [KEY.identity] }, 1: { leaders: [KEY.identity] } },
    voteStakes: { [KEY.voteAccount]: stake },
    supply: supplyOf(accounts),
    performanceSamples: [performanceOf(blocks)],
  };
}

/** A stake whose lockup is in force does not circulate. */
function supplyOf(accounts) {
  const sum = (some) => some.reduce((total, { json }) => total + json.account.lamports, 0n);
  const total = sum(accounts);
  const nonCirculating = sum(accounts.filter(({ name }) => name === 'lockedStake'));
  const circulating = total - nonCirculating;
  return { total, circulating, nonCirculating, nonCirculatingAccounts: [KEY.lockedStake] };
}

/** One sample of the whole life of the ledger, the skipped slot included. */
function performanceOf(blocks) {
  const slot = blocks.at(-1).slot;
  const numSlots = slot - blocks[0].slot + 1;
  const entries = blocks.flatMap(({ entries }) => entries);
  return {
    slot,
    numSlots,
    numTransactions: entries.length,
    numNonVoteTransactions: entries.filter(({ isVote }) => !isVote).length,
    samplePeriodSecs: (numSlots * Number(SLOT_MILLISECONDS)) / 1000,
  };
}
