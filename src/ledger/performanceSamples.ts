import { maxOf } from '../codec/bigints.ts';
import { valueAt } from '../gates.ts';
import { VOTE_PROGRAM } from '../solana/address.ts';
import { isSimpleVote } from '../solana/simpleVote.ts';
import { transactionsOn } from './blockQueries.ts';
import type { PerformanceSample } from './clusterFacts.ts';
import { isOn } from './history/chain.ts';
import type { LedgerState } from './state.ts';

/**
 * Performance samples, counted as by a node.
 *
 * Source   agave 4.1 core sample_performance_service.rs
 * @module
 */

const SAMPLE_SECONDS = 60;

/**
 * A sample a minute, by the length of a slot at the tip. A shorter ledger has one sample of all of it, a localnet none, as a node that has
 * run for less than a minute.
 *
 * @param limit largest number of samples, newest first
 */
export function samplesOf(state: LedgerState, limit: number): readonly PerformanceSample[] {
  const { gates } = state.protocol;
  const { tip } = state.chains.processed;
  const first = state.history.firstSlot ?? 0n;
  const slotMs = BigInt(valueAt(gates.slotMs, tip));
  const slots = maxOf((BigInt(SAMPLE_SECONDS) * 1000n) / slotMs, 1n);
  const ends: bigint[] = [];
  for (let end = tip - (tip % slots); end - slots >= first && ends.length < limit; end -= slots) ends.push(end);
  if (ends.length > 0) return samplesEndingAt(ends, slots, SAMPLE_SECONDS, state);
  if (state.sysvars?.cluster === 'localnet') return [];
  const passed = maxOf(tip - first, 1n);
  const seconds = maxOf((passed * slotMs) / 1000n, 1n);
  return samplesEndingAt(limit === 0 ? [] : [tip], passed, Number(seconds), state);
}

/**
 * The samples that end in given slots.
 *
 * @param ends the last slot of each sample, newest first
 */
function samplesEndingAt(
  ends: readonly bigint[],
  numSlots: bigint,
  samplePeriodSecs: number,
  state: LedgerState,
): readonly PerformanceSample[] {
  const { chains, history } = state;
  const transactionsUpTo = (tip: bigint) => transactionsOn({ ...chains.processed, tip }, history);
  const voteSlots = voteSlotsDown(state, (ends.at(-1) ?? 0n) - numSlots);
  return ends.map((slot) => {
    const numTransactions = transactionsUpTo(slot) - transactionsUpTo(slot - numSlots);
    const votes = voteSlots.filter((voted) => voted <= slot && voted > slot - numSlots).length;
    return {
      slot,
      numSlots,
      numTransactions,
      numNonVoteTransactions: numTransactions - BigInt(votes),
      samplePeriodSecs,
    };
  });
}

/** The slot of each vote above another slot. */
function voteSlotsDown({ chains: { processed }, history }: LedgerState, above: bigint): readonly bigint[] {
  const slots: bigint[] = [];
  for (const ordinal of history.ordinalsDown(VOTE_PROGRAM, history.firstOrdinalAt(processed.tip + 1n))) {
    const transaction = history.transactionAt(ordinal)!;
    if (transaction.slot <= above) break;
    const isVote = transaction.kind === 'wire' && isSimpleVote(transaction);
    if (isVote && isOn(processed, transaction.slot)) slots.push(transaction.slot);
  }
  return slots;
}
