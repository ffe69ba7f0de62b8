import type { Block } from '../model/block.ts';
import type { Chain } from './state.ts';

/**
 * Finds what is not on the chain that ends in `tip`, walking parents from the newest block down. Fixtures have holes, so a
 * block counts as on the chain unless a block above it proves otherwise by naming an older parent.
 *
 * @param slots of all blocks, ascending
 */
export function chainTo(tip: bigint, slots: readonly bigint[], blocks: ReadonlyMap<bigint, Block>): Chain {
  const offChain = new Set<bigint>();
  let nearest = tip;
  for (let i = slots.length - 1; i >= 0; i--) {
    const slot = slots[i]!;
    if (slot > tip) continue;
    if (slot > nearest) {
      offChain.add(slot);
      continue;
    }
    nearest = blocks.get(slot)?.parentSlot ?? nearest;
  }
  return { tip, offChain };
}
