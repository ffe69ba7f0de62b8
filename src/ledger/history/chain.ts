import { minOf } from '../../codec/bigints.ts';
import type { Block } from '../../solana/block.ts';
import { type SlotRange, SlotSet } from '../slotSet.ts';
import type { History, Stretch } from './history.ts';

/** A chain, stored as its tip and the set of slots that are not on it. */
export interface Chain {
  readonly tip: bigint;
  readonly offChain: SlotSet;
}

/**
 * The chain that ends in `tip`, found by walking parents from the newest block down. Fixtures have holes, so a
 * block counts as on the chain unless a block above it proves otherwise by naming an older parent.
 *
 * @param dropped slots of blocks that are not on the chain unless a block above names them as its parent
 * @param base another chain of this history: the walk ends where the two meet
 * @param parentAbove the parent of a block above the tip, which is on the chain too
 */
export function chainTo(
  tip: bigint,
  history: History,
  dropped = SlotSet.NONE,
  base?: Chain,
  parentAbove?: bigint,
): Chain {
  // a slot without a block may still hold writes
  const rangesOffChain: SlotRange[] = dropped.between(0n, tip).flatMap((range) => rangesWithoutBlocks(range, history));
  let parent = parentAbove;
  for (const stretch of history.stretchesDown(tip)) {
    const top = highestOn(stretch, parent, dropped);
    if (top < stretch.last)
      rangesOffChain.push({ first: top < stretch.first ? stretch.first : top + 1n, last: stretch.last });
    if (top < stretch.first || stretch.source === undefined) continue;
    const meetingSlot = base?.offChain.highestOutside(minOf(top, base.tip));
    if (meetingSlot !== undefined && meetingSlot >= stretch.first) {
      for (const range of base!.offChain.between(0n, meetingSlot)) rangesOffChain.push(range);
      break;
    }
    parent = stretch.parentSlot;
  }
  return { tip, offChain: SlotSet.fromRanges(rangesOffChain) };
}

/** The highest slot of a stretch that is on the chain; a result below `first` means that no slot of the stretch is on the chain. */
function highestOn({ first, last }: Stretch, parent: bigint | undefined, dropped: SlotSet): bigint {
  if (parent !== undefined && parent <= last) return parent;
  const top = dropped.highestOutside(last);
  return top < first ? first - 1n : top;
}

/** The slots of a range that hold no block. */
function rangesWithoutBlocks(range: SlotRange, history: History): readonly SlotRange[] {
  const blocks: SlotRange[] = [];
  for (const { first, last, source } of history.stretchesDown(range.last)) {
    if (last < range.first) break;
    if (source !== undefined) blocks.push({ first, last });
  }
  return [...SlotSet.fromRanges(blocks).outside(range)];
}

/** Whether a chain may show a slot: fixtures have holes, so it need not hold anything. */
export function isOn({ offChain, tip }: Chain, slot: bigint): boolean {
  return slot <= tip && !offChain.has(slot);
}

export function sameChain(a: Chain, b: Chain): boolean {
  return a.tip === b.tip && a.offChain.equals(b.offChain);
}

/** The stretches of a chain, descending, from a slot on. */
export function* stretchesOn({ offChain, tip }: Chain, history: History, from = tip): Iterable<Stretch> {
  for (const stretch of history.stretchesDown(minOf(from, tip))) {
    for (const { first, last } of offChain.outside(stretch)) {
      const parentSlot = first === stretch.first ? stretch.parentSlot : first - 1n;
      yield { first, last, source: stretch.source, parentSlot };
    }
  }
}

/** The slots of a chain that hold a block or transactions, descending. */
export function* slotsOn(chain: Chain, history: History): Iterable<bigint> {
  for (const { first, last } of stretchesOn(chain, history)) for (let slot = last; slot >= first; slot--) yield slot;
}

/** The slots of a chain that hold a block or transactions, ascending, from a slot on. */
export function* slotsOnFrom({ offChain, tip }: Chain, history: History, from: bigint): Iterable<bigint> {
  for (let next = from; next <= tip; ) {
    const first = offChain.lowestOutside(next);
    next = tip + 1n;
    for (const slot of history.slotsFrom(first)) {
      if (slot > tip) return;
      if (offChain.has(slot)) {
        next = slot;
        break;
      }
      yield slot;
    }
  }
}

/** The blocks of a chain among some slots of it, in their order. */
export function* blocksOn(chain: Chain, history: History, slots = slotsOn(chain, history)): Iterable<Block> {
  for (const slot of slots) {
    const block = history.block(slot);
    if (block !== undefined) yield block;
  }
}

/** The beginning of a chain, up to a tip on it. */
export function cutChain({ offChain }: Chain, tip: bigint): Chain {
  return { tip, offChain };
}
