import { type Chain, slotsOn } from './history/chain.ts';
import type { History } from './history/history.ts';

/** Slots a node's status cache spans: that many roots. Source agave 4.1 MAX_RECENT_BLOCKHASHES. */
const STATUS_WINDOW_ROOTS = 300;

/** The oldest slot whose statuses a node still remembers without a search. */
export function statusWindowStart(history: History, chain: Chain): bigint {
  if (chain.offChain.ranges.length === 0) {
    const index = history.indexOf(chain.tip + 1n) - STATUS_WINDOW_ROOTS;
    return index < 0 ? 0n : history.slotAt(index);
  }
  let roots = 0;
  for (const slot of slotsOn(chain, history)) if (++roots === STATUS_WINDOW_ROOTS) return slot;
  return 0n;
}
