import { firstAtLeast, type LedgerView } from './view.ts';

/** Slots from `first` on that hold a block which a view gives out, ascending: at most `limit` of them, none after `last`. */
export function visibleSlots(view: LedgerView, first: bigint, last: bigint, limit: number): bigint[] {
  const { slots } = view.state;
  const found: bigint[] = [];
  for (let i = firstAtLeast(slots.length, (at) => slots[at]! >= first); i < slots.length; i++) {
    if (found.length === limit || slots[i]! > last) break;
    if (view.shows(slots[i]!)) found.push(slots[i]!);
  }
  return found;
}
