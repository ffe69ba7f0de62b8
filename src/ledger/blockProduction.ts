import type { Address } from '../model/address.ts';
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
 * How many of its slots each leader had a block in, by the blocks that the ledger holds.
 *
 * @param leaders of the slots from `firstSlot` on
 */
export function productionOf(
  view: LedgerView,
  leaders: readonly Address[],
  firstSlot: bigint,
): ReadonlyMap<Address, Production> {
  const held = new Set(slotsOnChain(view));
  const production = new Map<Address, Production>();
  leaders.forEach((leader, index) => {
    const { leaderSlots, blocks } = production.get(leader) ?? { leaderSlots: 0, blocks: 0 };
    const block = held.has(firstSlot + BigInt(index)) ? 1 : 0;
    production.set(leader, { leaderSlots: leaderSlots + 1, blocks: blocks + block });
  });
  return production;
}

function slotsOnChain({ chain, state }: LedgerView): readonly bigint[] {
  return [...state.history.slotsDownFrom(chain.tip)].filter((slot) => !chain.offChain.has(slot));
}
