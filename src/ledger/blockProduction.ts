import type { Address } from '../solana/address.ts';
import { stretchesOn } from './history/chain.ts';
import type { LedgerView } from './view.ts';

/** Slots that the SlotHistory sysvar covers: its tip and those before it. Source solana slot-history 3.0 MAX_ENTRIES */
const SLOT_HISTORY = 1024n * 1024n;

export interface Production {
  readonly leaderSlots: number;
  readonly blocks: number;
}

/** The oldest slot of which the chain still knows whether it holds a block. */
export function oldestKnownSlot(view: LedgerView): bigint {
  return view.slot < SLOT_HISTORY ? 0n : view.slot + 1n - SLOT_HISTORY;
}

/**
 * The slots of each leader, and in how many of them the ledger has a block.
 *
 * @param leaders leaders of the slots from `firstSlot` on
 */
export function productionOf(
  view: LedgerView,
  leaders: readonly Address[],
  firstSlot: bigint,
): ReadonlyMap<Address, Production> {
  const blockCounts = countBlocks(view, firstSlot, leaders.length);
  const production = new Map<Address, { leaderSlots: number; blocks: number }>();
  leaders.forEach((leader, index) => {
    const counted = production.get(leader) ?? { leaderSlots: 0, blocks: 0 };
    counted.leaderSlots++;
    counted.blocks += blockCounts[index]!;
    production.set(leader, counted);
  });
  return production;
}

/** The number of blocks, 0 or 1, of each of `count` slots. A slot with only transactions counts too. */
function countBlocks({ chain, state }: LedgerView, firstSlot: bigint, count: number): Uint8Array {
  const counts = new Uint8Array(count);
  for (const { first, last } of stretchesOn(chain, state.history, firstSlot + BigInt(count) - 1n)) {
    if (last < firstSlot) break;
    counts.fill(1, first < firstSlot ? 0 : Number(first - firstSlot), Number(last - firstSlot) + 1);
  }
  return counts;
}
