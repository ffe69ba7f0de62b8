import type { Block } from '../solana/block.ts';
import { type BlockClock, clockOf, genesisClock, millisecondsAt } from './blockClock.ts';
import { unknownBlockhash } from './derivedBlockhash.ts';
import { type Chain, chainTo, stretchesOn } from './history/chain.ts';
import { type EmptyRun, EmptySeries, type SeriesParent } from './history/emptyRuns.ts';
import type { History } from './history/history.ts';
import type { SlotMs } from './protocol.ts';
import type { LedgerState } from './state.ts';

/** The time of the newest block of a chain that has one. */
export function clockAt(history: History, chain: Chain, slotMs: SlotMs): BlockClock | undefined {
  for (const { last } of stretchesOn(chain, history)) {
    // either all blocks of a run have a time, or none has
    const block = history.block(last);
    const clock = block && clockOf(block, slotMs);
    if (clock !== undefined) return clock;
  }
  return undefined;
}

/** The chain that a block of `slot` is built on: it ends just below the slot, and its newest block is `parent`. */
export function parentChain({ chains, dropped, history }: LedgerState, parent: bigint, slot: bigint): Chain {
  return chainTo(slot - 1n, history, dropped, chains.processed, parent);
}

/**
 * Empty blocks in all slots from `first` to `last`, on top of a chain.
 *
 * @param notBefore Unix milliseconds: the first of them has this time, or a later one that follows from the chain
 */
export function emptyBlocks(
  { history, protocol }: LedgerState,
  chain: Chain,
  first: bigint,
  last: bigint,
  notBefore?: bigint,
): EmptyRun {
  const below = newestBlock(history, chain);
  const { slotMs } = protocol.gates;
  if (notBefore !== undefined) {
    const clock = laterClock(clockAt(history, chain, slotMs), { slot: first, milliseconds: notBefore, slotMs });
    return { first, last, series: new EmptySeries(first, below ?? unknownBlock(chain.tip), clock) };
  }
  const run = below && history.emptyRunAt(below.slot);
  const continuesRun = run !== undefined && run.last + 1n === first && below?.slot === run.last;
  return { first, last, series: continuesRun ? run.series : newSeries(history, chain, first, below, slotMs) };
}

function laterClock(followed: BlockClock | undefined, machine: BlockClock): BlockClock {
  return followed === undefined || millisecondsAt(machine.slot, followed) < machine.milliseconds ? machine : followed;
}

function newSeries(
  history: History,
  chain: Chain,
  first: bigint,
  below: Block | undefined,
  slotMs: SlotMs,
): EmptySeries {
  const clock = history.slotCount === 0 ? genesisClock(slotMs) : clockAt(history, chain, slotMs);
  return new EmptySeries(first, below ?? unknownBlock(chain.tip), clock);
}

/** The newest block of a chain. */
export function newestBlock(history: History, chain: Chain): Block | undefined {
  for (const { last } of stretchesOn(chain, history)) {
    const block = history.block(last);
    if (block !== undefined) return block;
  }
  return undefined;
}

/** A block below the first one, for ledgers that begin later. */
function unknownBlock(slot: bigint): SeriesParent {
  return { slot, blockhash: unknownBlockhash(slot), blockHeight: slot };
}
