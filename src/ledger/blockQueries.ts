import { maxOf } from '../codec/bigints.ts';
import type { Block } from '../solana/block.ts';
import { type Chain, slotsOn, slotsOnFrom } from './history/chain.ts';
import type { History } from './history/history.ts';
import type { LedgerState } from './state.ts';
import type { LedgerView } from './view.ts';

/** Slots with visible blocks or transactions, ascending: at most `limit`, from `first` to `last`. */
export function visibleSlots(
  view: LedgerView,
  first: bigint,
  last: bigint,
  limit: number,
  isWanted: (slot: bigint) => boolean = () => true,
): bigint[] {
  const slots: bigint[] = [];
  for (const slot of slotsOnFrom(view.chain, view.state.history, maxOf(first, view.firstShown))) {
    if (slots.length === limit || slot > last) break;
    if (isWanted(slot)) slots.push(slot);
  }
  return slots;
}

/** Slots with a visible block; a slot without one can have transactions that were recorded alone. */
export function visibleBlockSlots(view: LedgerView, first: bigint, last: bigint, limit: number): bigint[] {
  return visibleSlots(view, first, last, limit, (slot) => view.state.history.sourceAt(slot) !== undefined);
}

/** The height of a view's tip; undefined where its blocks do not have it. */
export function tipHeight(view: LedgerView): bigint | undefined {
  const newest = view.newestBlock;
  return newest && heightOf(newest, view.state.history);
}

/**
 * The height of a block. If it was not recorded, it is counted from the nearest ancestor with a height; undefined: an ancestor is missing.
 */
function heightOf(block: Block, history: History): bigint | undefined {
  let blocksAbove = 0n;
  let at: Block | undefined = block;
  while (at !== undefined) {
    if (at.blockHeight !== null) return at.blockHeight + blocksAbove;
    if (at.slot === 0n) return blocksAbove;
    const series = history.emptyRunAt(at.slot)?.series;
    if (series === undefined) {
      blocksAbove++;
      at = history.block(at.parentSlot);
    } else {
      blocksAbove += at.slot - series.first + 1n;
      at = history.block(series.parent.slot);
    }
  }
  return undefined;
}

/** Transactions up to a view's tip: those of its chain, and those that the ledger only knows the number of. */
export function transactionCount({ chain, state }: LedgerView): bigint {
  return state.transactionBase.before + transactionsOn(chain, state.history, state.transactionBase.from);
}

/** The number of transactions on a chain, in slots from `first` on. */
export function transactionsOn({ offChain, tip }: Chain, history: History, first = 0n): bigint {
  let count = history.firstOrdinalAt(tip + 1n) - history.firstOrdinalAt(first);
  for (const range of offChain.between(first, tip))
    count -= history.firstOrdinalAt(range.last + 1n) - history.firstOrdinalAt(range.first);
  return BigInt(Math.max(count, 0));
}

/** The number of roots that the status cache of a node spans. Source agave 4.1 MAX_RECENT_BLOCKHASHES. */
const STATUS_WINDOW_ROOTS = 300;

/** The oldest slot whose statuses a node still remembers without a search. */
export function statusWindowStart(history: History, chain: Chain): bigint {
  if (chain.offChain.ranges.length === 0) {
    const index = history.indexOf(chain.tip + 1n) - STATUS_WINDOW_ROOTS;
    return index < 0 ? 0n : history.slotAt(index);
  }
  let roots = 0;
  for (const slot of slotsOn(chain, history)) if (++roots === STATUS_WINDOW_ROOTS) return slot;
  return 0n;
}

/** Unix seconds of a slot, by its block or by a transaction of it; undefined where the ledger holds neither. */
export function blockTimeAt({ history }: LedgerState, slot: bigint): bigint | null | undefined {
  const block = history.block(slot) ?? history.transactionAt(history.firstOrdinalAt(slot));
  return block?.slot === slot ? block.blockTimeSeconds : undefined;
}
