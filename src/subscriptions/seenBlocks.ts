import type { Stretch } from '../ledger/history/history.ts';
import { SlotSet } from '../ledger/slotSet.ts';
import type { LedgerState } from '../ledger/state.ts';

/** Blocks that left the chain after subscribers were told of them. */
export class SeenBlocks {
  readonly #slots = new WeakMap<NonNullable<Stretch['source']>, SlotSet>();

  add({ first, last, source }: Stretch): void {
    if (source === undefined) return;
    this.#slots.set(source, (this.#slots.get(source) ?? SlotSet.NONE).with([{ first, last }]));
  }

  /** Whether the block of a slot is one of them. */
  has({ history }: LedgerState, slot: bigint): boolean {
    const source = history.sourceAt(slot);
    return source !== undefined && (this.#slots.get(source)?.has(slot) ?? false);
  }
}
