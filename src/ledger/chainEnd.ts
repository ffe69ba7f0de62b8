import type { Block } from '../solana/block.ts';
import { type BlockClock, clockOf, genesisClock, millisecondsAt } from './blockClock.ts';
import { unknownBlockhash } from './derivedBlockhash.ts';
import { type Chain, chainTo, stretchesOn } from './history/chain.ts';
import { type BlockBelow, EmptyRow, type EmptyRun } from './history/emptyRuns.ts';
import type { History } from './history/history.ts';
import type { SlotMs } from './protocol.ts';
import type { LedgerState } from './state.ts';

/** The time of the newest block of a chain that has one. */
export function clockAt(history: History, chain: Chain, slotMs: SlotMs): BlockClock | undefined {
  for (const { last } of stretchesOn(chain, history)) {
    // the blocks of a run have times, or none of them has
    const block = history.block(last);
    const clock = block && clockOf(block, slotMs);
    if (clock !== undefined) return clock;
  }
  return undefined;
}

/** The chain below a block of `slot` whose parent is `parent`. */
export function chainUnder({ chains, dropped, history }: LedgerState, parent: bigint, slot: bigint): Chain {
  return chainTo(slot - 1n, history, dropped, chains.processed, parent);
}

/**
 * Empty blocks in all slots from `first` to `last`, on top of a chain.
 *
 * @param notBefore Unix milliseconds: the first of them has this time unless it follows from the chain to be later
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
    return { first, last, row: new EmptyRow(first, below ?? unknownBlock(chain.tip), clock) };
  }
  const run = below && history.emptyRunAt(below.slot);
  const goesOn = run !== undefined && run.last + 1n === first && below?.slot === run.last;
  return { first, last, row: goesOn ? run.row : newRow(history, chain, first, below, slotMs) };
}

function laterClock(followed: BlockClock | undefined, machine: BlockClock): BlockClock {
  return followed === undefined || millisecondsAt(machine.slot, followed) < machine.milliseconds ? machine : followed;
}

function newRow(history: History, chain: Chain, first: bigint, below: Block | undefined, slotMs: SlotMs): EmptyRow {
  const clock = history.slotCount === 0 ? genesisClock(slotMs) : clockAt(history, chain, slotMs);
  return new EmptyRow(first, below ?? unknownBlock(chain.tip), clock);
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
function unknownBlock(slot: bigint): BlockBelow {
  return { slot, blockhash: unknownBlockhash(slot), blockHeight: slot };
}
