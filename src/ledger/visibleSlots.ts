import type { LedgerView } from './view.ts';

/** Slots from `first` on that hold a block which a view gives out, ascending: at most `limit` of them, none after `last`. */
export function visibleSlots(view: LedgerView, first: bigint, last: bigint, limit: number): bigint[] {
  const found: bigint[] = [];
  for (const slot of view.state.history.slotsFrom(first)) {
    if (found.length === limit || slot > last) break;
    if (view.shows(slot)) found.push(slot);
  }
  return found;
}
