import type { Block } from '../model/block.ts';
import { firstAtLeast, type LedgerView } from './view.ts';

/** The blocks that a view gives out, newest first. */
export function* blocksDown(view: LedgerView): Iterable<Block> {
  const { blocks, slots } = view.state;
  for (let i = slots.length - 1; i >= 0; i--) {
    const block = blocks.get(slots[i]!);
    if (block !== undefined && view.shows(block.slot)) yield block;
  }
}

/** It stands for the tip, which fixtures need not hold. */
export function newestBlock(view: LedgerView): Block | undefined {
  for (const block of blocksDown(view)) return block;
  return undefined;
}

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
