import type { Chain } from './history/chain.ts';
import type { History } from './history/history.ts';

/** Slots a node's status cache spans: that many roots. Source agave 4.1 MAX_RECENT_BLOCKHASHES. */
const STATUS_WINDOW_ROOTS = 300;

/** The oldest slot whose statuses a node still remembers without a search. */
export function statusWindowStart(history: History, { offChain, tip }: Chain): bigint {
  if (offChain.size === 0) {
    const index = history.indexOf(tip + 1n) - STATUS_WINDOW_ROOTS;
    return index < 0 ? 0n : history.slotAt(index);
  }
  let roots = 0;
  for (const slot of history.slotsDownFrom(tip)) {
    if (!offChain.has(slot) && ++roots === STATUS_WINDOW_ROOTS) return slot;
  }
  return 0n;
}
