import { type BlockClock, clockOf } from './blockClock.ts';
import { type Chain, stretchesOn } from './history/chain.ts';
import type { History } from './history/history.ts';

/** The time of the newest block of a chain that has one. */
export function clockAt(history: History, chain: Chain): BlockClock | undefined {
  for (const { last } of stretchesOn(chain, history)) {
    // the blocks of a run have times, or none of them has
    const block = history.block(last);
    const clock = block && clockOf(block);
    if (clock !== undefined) return clock;
  }
  return undefined;
}
