import { ascending, maxOf } from '../codec/bigints.ts';
import { MAX_EMPTY_NOTIFIED } from './changesBetween.ts';
import type { LedgerState } from './state.ts';
import { type CommitmentDistance, tipsAt, tipsOf, withTips } from './tips.ts';

/**
 * The states between two states of a ledger whose processed tip moved forward, as if its slots had come one after the other, and the
 * other tips had followed each of them. Slots at which no tip reaches anything are left out, and many empty blocks in a row are one step.
 *
 * @returns ascending; the last one is `after`
 */
export function* statesBetween(
  before: LedgerState,
  after: LedgerState,
  { confirmed, finalized }: CommitmentDistance,
): Iterable<LedgerState> {
  const [first, last] = [before.chains.processed.tip + 1n, after.chains.processed.tip - 1n];
  const stops = new Set<bigint>();
  for (const behind of [0n, confirmed, finalized])
    for (const slot of slotsBetween(after, first - behind, last - behind)) stops.add(slot + behind);
  const tips = tipsOf(before);
  for (const slot of [...stops].sort(ascending)) yield withTips(after, tipsAt(slot, { confirmed, finalized }, tips));
  yield after;
}

/**
 * The slots between two, both included, that hold something, on any chain; of a long run of empty blocks only the last slot.
 */
function* slotsBetween({ accounts, history }: LedgerState, first: bigint, last: bigint): Iterable<bigint> {
  if (first > last) return;
  yield* accounts.slotsOfWrites(first, last);
  for (const stretch of history.stretchesDown(last)) {
    if (stretch.last < first) return;
    const lowest = maxOf(stretch.first, first);
    const isLong = stretch.last - lowest >= MAX_EMPTY_NOTIFIED;
    // a run that continues above `last` is reached by a later state: no stop here
    if (isLong && history.sourceAt(stretch.last + 1n) === stretch.source) continue;
    for (let slot = stretch.last; slot >= (isLong ? stretch.last : lowest); slot--) yield slot;
  }
}
