import { maxOf } from '../codec/bigints.ts';
import type { Protocol } from '../ledger/protocol.ts';
import type { LedgerState } from '../ledger/state.ts';
import { tipsOf, withTips } from '../ledger/tips.ts';
import type { Hold, SendQueue } from './sendQueue.ts';

/**
 * The state `after` a move with its finalized tip below every block that is held or soon dropped, and its confirmed tip below those that are
 * dropped or held at `processed`; never below where they were before.
 */
export function withTipsBelowHolds(before: LedgerState, after: LedgerState, { drops, holds }: SendQueue): LedgerState {
  if (drops.length + holds.length === 0) return after;
  const tipsBefore = tipsOf(before);
  const dropped = drops.map(({ slot }) => ({ slot, commitment: 'processed' as const }));
  // a block that was finalized by hand is not held any more
  const all: readonly Hold[] = [...holds, ...dropped].filter(({ slot }) => slot > tipsBefore.finalized);
  if (all.length === 0) return after;
  const tips = tipsOf(after);
  let { confirmed, finalized } = tips;
  for (const { commitment, slot } of all) {
    if (commitment === 'processed') confirmed = capTip(confirmed, slot, tipsBefore.confirmed);
    finalized = capTip(finalized, slot, tipsBefore.finalized);
  }
  confirmed = confirmedTipFor(confirmed, finalized, after.protocol);
  if (finalized > confirmed) finalized = confirmed;
  if (confirmed === tips.confirmed && finalized === tips.finalized) return after;
  return withTips(after, { ...tips, confirmed, finalized });
}

/** Under Alpenglow confirmed equals finalized, so it goes back to the finalized tip, but not below the last slot before Alpenglow. */
function confirmedTipFor(confirmed: bigint, finalized: bigint, { alpenglowFrom }: Protocol): bigint {
  if (alpenglowFrom === undefined || confirmed < alpenglowFrom) return confirmed;
  return maxOf(finalized, alpenglowFrom - 1n);
}

/** A tip that would reach `slot` becomes the slot below it, or stays where it was if it had passed `slot` already. */
function capTip(tip: bigint, slot: bigint, tipBefore: bigint): bigint {
  if (tip < slot) return tip;
  return tipBefore < slot ? slot - 1n : tipBefore;
}
