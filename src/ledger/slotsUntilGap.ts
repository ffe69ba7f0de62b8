import type { Block } from '../solana/block.ts';
import { visibleSlots } from './blockQueries.ts';
import type { LedgerView } from './view.ts';

/** The slots right above a block that hold a block or transactions, as far as the ledger holds them without a gap. */
export interface SlotsUntilGap {
  /** ascending */
  readonly slots: readonly bigint[];
  /** a block that follows and is not in the ledger; undefined where nothing is missing */
  readonly missing: bigint | undefined;
}

/** The slots right above a block, at most `limit`. A missing parent is a gap, and so is a tip without a block. */
export function slotsUntilGap(view: LedgerView, { slot: base }: Block, limit: number): SlotsUntilGap {
  const slots: bigint[] = [];
  let last = base;
  for (const slot of visibleSlots(view, base + 1n, view.slot, limit)) {
    const parent = view.state.history.block(slot)?.parentSlot;
    if (parent !== undefined && parent > last) return { slots, missing: parent };
    slots.push(slot);
    last = slot;
  }
  return { slots, missing: slots.length < limit && last < view.slot ? view.slot : undefined };
}
