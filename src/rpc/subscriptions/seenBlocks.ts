import { minOf } from '../../codec/bigints.ts';
import { stretchesOn } from '../../ledger/history/chain.ts';
import type { Stretch } from '../../ledger/history/history.ts';
import { SlotSet } from '../../ledger/slotSet.ts';
import type { LedgerState } from '../../ledger/state.ts';

type StretchSource = NonNullable<Stretch['source']>;

/** Blocks that left the chain after subscribers were notified of them. */
export class SeenBlocks {
  readonly #slots = new WeakMap<StretchSource, SlotSet>();

  /** Adds the blocks of the processed chain before a move that are not on the chain after it. */
  addLeft(before: LedgerState, after: LedgerState): void {
    const { offChain, tip } = after.chains.processed;
    for (const { first, last, source } of stretchesOn(before.chains.processed, before.history)) {
      if (source === undefined) continue;
      const highest = offChain.highestOutside(minOf(last, tip));
      const isKept = highest >= first && after.history.sourceAt(highest) === source;
      if (!isKept || highest < last) this.#add(source, isKept ? highest + 1n : first, last);
      if (isKept) return;
    }
  }

  /** Whether the block of a slot is one of them. */
  has({ history }: LedgerState, slot: bigint): boolean {
    const source = history.sourceAt(slot);
    return source !== undefined && (this.#slots.get(source)?.has(slot) ?? false);
  }

  #add(source: StretchSource, first: bigint, last: bigint): void {
    this.#slots.set(source, (this.#slots.get(source) ?? SlotSet.NONE).with([{ first, last }]));
  }
}
