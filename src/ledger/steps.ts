import { ascending } from './slots.ts';
import type { LedgerState } from './state.ts';
import { type Lag, tipsAt, tipsOf, withTips } from './tips.ts';

/**
 * The states between two of a ledger whose processed tip went forward, as if its slots had come one after the other, and the other tips
 * had followed each of them. Slots at which no tip reaches anything are left out.
 *
 * @returns ascending; the last one is `after`
 */
export function* steps(before: LedgerState, after: LedgerState, { confirmed, finalized }: Lag): Iterable<LedgerState> {
  const [first, last] = [before.chains.processed.tip + 1n, after.chains.processed.tip - 1n];
  const stops = new Set<bigint>();
  for (const behind of [0n, confirmed, finalized])
    for (const slot of slotsBetween(after, first - behind, last - behind)) stops.add(slot + behind);
  const tips = tipsOf(before);
  for (const slot of [...stops].sort(ascending)) yield withTips(after, tipsAt(slot, { confirmed, finalized }, tips));
  yield after;
}

/** Slots between two, both included, that hold something, on whichever chain. */
function* slotsBetween({ accounts, history }: LedgerState, first: bigint, last: bigint): Iterable<bigint> {
  if (first > last) return;
  yield* accounts.slotsOfWrites(first, last);
  for (const slot of history.slotsFrom(first)) {
    if (slot > last) return;
    yield slot;
  }
}
