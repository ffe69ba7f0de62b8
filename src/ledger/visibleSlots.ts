import { slotsOnFrom } from './history/chain.ts';
import { laterOf } from './slots.ts';
import type { LedgerView } from './view.ts';

/** Slots from `first` on that hold a block which a view gives out, ascending: at most `limit` of them, none after `last`. */
export function visibleSlots(view: LedgerView, first: bigint, last: bigint, limit: number): bigint[] {
  const found: bigint[] = [];
  for (const slot of slotsOnFrom(view.chain, view.state.history, laterOf(first, view.firstShown))) {
    if (found.length === limit || slot > last) break;
    found.push(slot);
  }
  return found;
}
