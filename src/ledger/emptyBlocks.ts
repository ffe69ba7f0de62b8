import type { Block } from '../model/block.ts';
import { GENESIS_CLOCK } from './blockClock.ts';
import { clockAt } from './chainClock.ts';
import { unknownBlockhash } from './derivedBlockhash.ts';
import { type Chain, stretchesOn } from './history/chain.ts';
import { type BlockBelow, EmptyRow, type EmptyRun } from './history/emptyRow.ts';
import type { History } from './history/history.ts';

/** Empty blocks in all slots from `first` to `last`, on top of a chain. */
export function emptyBlocks(history: History, chain: Chain, first: bigint, last: bigint): EmptyRun {
  const below = newestBlock(history, chain);
  const run = below && history.emptyRunAt(below.slot);
  const goesOn = run !== undefined && run.last + 1n === first && below?.slot === run.last;
  return { first, last, row: goesOn ? run.row : newRow(history, chain, first, below) };
}

function newRow(history: History, chain: Chain, first: bigint, below: Block | undefined): EmptyRow {
  const clock = history.slotCount === 0 ? GENESIS_CLOCK : clockAt(history, chain);
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

/** As scripts start from it. */
function unknownBlock(slot: bigint): BlockBelow {
  return { slot, blockhash: unknownBlockhash(slot), blockHeight: slot };
}
