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
 */
export function chainTo(tip: bigint, history: History, dropped = NONE, known?: Chain): Chain {
  const offChain = new Set<bigint>();
  let nearest = tip;
  let isNamed = false;
  for (const slot of history.slotsDownFrom(tip)) {
    if (slot > nearest || (dropped.has(slot) && !(isNamed && slot === nearest))) {
      offChain.add(slot);
      continue;
    }
    const block = history.block(slot);
    if (block === undefined) continue;
    if (known !== undefined && slot <= known.tip && !known.offChain.has(slot)) {
      for (const other of known.offChain) if (other < slot) offChain.add(other);
      break;
    }
    nearest = block.parentSlot;
    isNamed = true;
  }
  return { tip, offChain };
}

/** The beginning of a chain, up to a tip on it. */
export function cutChain({ offChain }: Chain, tip: bigint): Chain {
  return { tip, offChain };
}
