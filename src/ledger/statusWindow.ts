import type { Chain } from './history/chain.ts';
import type { History } from './history/history.ts';

/** Slots a node's status cache spans: that many roots. Source agave 4.1 MAX_RECENT_BLOCKHASHES. */
const STATUS_WINDOW_ROOTS = 300;

/** The oldest slot whose statuses a node still remembers without a search. */
export function statusWindowStart(history: History, { offChain, tip }: Chain): bigint {
  let roots = 0;
  for (const slot of history.slotsDownFrom(tip)) {
    if (!offChain.has(slot) && ++roots === STATUS_WINDOW_ROOTS) return slot;
  }
  return 0n;
}
