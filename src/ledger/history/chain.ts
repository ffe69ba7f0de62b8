import type { Block } from '../../model/block.ts';
import type { History } from './history.ts';

/** The chain that ends in a tip, as slots that are known *not* to be on it. */
export interface Chain {
  readonly tip: bigint;
  readonly offChain: ReadonlySet<bigint>;
}

const NONE: ReadonlySet<bigint> = new Set();

/**
 * Finds what is not on the chain that ends in `tip`, walking parents from the newest block down. Fixtures have holes, so a
 * block counts as on the chain unless a block above it proves otherwise by naming an older parent.
 *
 * @param dropped slots of blocks that are not on the chain unless a block above names them as its parent
 * @param known another chain of this history: the walk ends where the two meet
 * @param above the parent of a block above the tip, which is on the chain too
 */
export function chainTo(tip: bigint, history: History, dropped = NONE, known?: Chain, above?: bigint): Chain {
  // a slot without a block may still hold writes
  const offChain = new Set([...dropped].filter((slot) => slot <= tip && history.block(slot) === undefined));
  let parent = above;
  for (const slot of history.slotsDownFrom(tip)) {
    const isNamed = slot === parent;
    if (!isNamed && (slot > (parent ?? tip) || dropped.has(slot))) {
      offChain.add(slot);
      continue;
    }
    const block = history.block(slot);
    if (block === undefined) continue;
    if (known !== undefined && isOn(known, slot)) {
      for (const other of known.offChain) if (other < slot) offChain.add(other);
      break;
    }
    parent = block.parentSlot;
  }
  return { tip, offChain };
}

/** Whether a chain may show a slot: fixtures have holes, so it need not hold anything. */
export function isOn({ offChain, tip }: Chain, slot: bigint): boolean {
  return slot <= tip && !offChain.has(slot);
}

export function sameChain(a: Chain, b: Chain): boolean {
  if (a.tip !== b.tip || a.offChain.size !== b.offChain.size) return false;
  return a.offChain === b.offChain || [...a.offChain].every((slot) => b.offChain.has(slot));
}

/** The blocks of a chain among some slots, in their order. */
export function* blocksOn(chain: Chain, history: History, slots = history.slotsDownFrom(chain.tip)): Iterable<Block> {
  for (const slot of slots) {
    const block = isOn(chain, slot) ? history.block(slot) : undefined;
    if (block !== undefined) yield block;
  }
}

/** The beginning of a chain, up to a tip on it. */
export function cutChain({ offChain }: Chain, tip: bigint): Chain {
  return { tip, offChain };
}
