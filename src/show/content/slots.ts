import { tipsOf } from '../../ledger/tips.ts';
import type { Block } from '../../model/block.ts';
import { type Scene, type SlotStatus, statusOf } from './scene.ts';

/** A slot, or several in a row that were skipped. Null: there is no such value, or it was not recorded. */
export type SlotEntry = {
  readonly slot: bigint;
  /** the same, but for slots that were skipped */
  readonly lastSlot: bigint;
  readonly status: SlotStatus;
  /** the tips that are here */
  readonly tips: readonly string[];
  readonly parentSlot: bigint | null;
  readonly blockhash: string | null;
  readonly blockHeight: bigint | null;
  /** Unix seconds */
  readonly blockTime: bigint | null;
  readonly transactionCount: number | null;
};

/** Slots that hold a block or transactions, and those between them, up to the processed tip at least; ascending. */
export function* slotEntries(scene: Scene): Iterable<SlotEntry> {
  const { chains, history } = scene.state;
  let next: bigint | undefined;
  for (const slot of history.slotsFrom(0n)) {
    if (next !== undefined && next < slot) yield skippedEntry(next, slot - 1n, scene);
    yield slotEntry(slot, scene);
    next = slot + 1n;
  }
  const { tip } = chains.processed;
  if (next !== undefined && next <= tip) yield skippedEntry(next, tip, scene);
}

/** Of a slot that may hold nothing. */
export function slotEntry(slot: bigint, scene: Scene): SlotEntry {
  const { history } = scene.state;
  if (!history.hasSlot(slot)) return skippedEntry(slot, slot, scene);
  const block = history.block(slot);
  return {
    slot,
    lastSlot: slot,
    status: statusOf(slot, scene),
    tips: tipsIn(slot, slot, scene),
    parentSlot: block?.parentSlot ?? null,
    blockhash: block?.blockhash ?? null,
    blockHeight: block?.blockHeight ?? null,
    blockTime: block?.blockTimeSeconds ?? null,
    transactionCount: countTransactions(slot, block, scene),
  };
}

function skippedEntry(slot: bigint, lastSlot: bigint, scene: Scene): SlotEntry {
  const nothing = { parentSlot: null, blockhash: null, blockHeight: null, blockTime: null, transactionCount: null };
  return { slot, lastSlot, status: 'skipped', tips: tipsIn(slot, lastSlot, scene), ...nothing };
}

/** Null: the block was recorded without them. */
function countTransactions(slot: bigint, block: Block | undefined, { state: { history } }: Scene): number | null {
  if (block !== undefined && block.transactions === undefined) return null;
  return history.firstOrdinalAt(slot + 1n) - history.firstOrdinalAt(slot);
}

function tipsIn(slot: bigint, lastSlot: bigint, { state }: Scene): readonly string[] {
  return Object.entries(tipsOf(state)).flatMap(([name, tip]) => (tip >= slot && tip <= lastSlot ? name : []));
}
