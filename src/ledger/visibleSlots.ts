import { slotsOnFrom } from './history/chain.ts';
import { laterOf } from './slots.ts';
import type { LedgerView } from './view.ts';

/** Slots from `first` on with blocks or transactions that a view gives out, ascending: at most `limit` of them, none after `last`. */
export function visibleSlots(
  view: LedgerView,
  first: bigint,
  last: bigint,
  limit: number,
  isWanted: (slot: bigint) => boolean = () => true,
): bigint[] {
  const found: bigint[] = [];
  for (const slot of slotsOnFrom(view.chain, view.state.history, laterOf(first, view.firstShown))) {
    if (found.length === limit || slot > last) break;
    if (isWanted(slot)) found.push(slot);
  }
  return found;
}

/** Those with a block: of the others, transactions were recorded alone. */
export function visibleBlocks(view: LedgerView, first: bigint, last: bigint, limit: number): bigint[] {
  return visibleSlots(view, first, last, limit, (slot) => view.state.history.sourceAt(slot) !== undefined);
}
