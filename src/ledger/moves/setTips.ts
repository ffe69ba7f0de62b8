import { maxOf, minOf } from '../../codec/bigints.ts';
import { isActive } from '../../gates.ts';
import { HOW_TO_CHOOSE_TOWER } from '../protocol.ts';
import type { LedgerState } from '../state.ts';
import { lastSlot, type Tips, tipsOf, withTips } from '../tips.ts';
import { MoveError } from './moveError.ts';

/**
 * Sets tips to slots of the ledger, forward or back. Other tips move only as far as the order of the tips requires.
 *
 * @throws MoveError outOfRange: the ledger does not know the slot; invalid: the order is wrong, or confirmed and finalized differ under Alpenglow
 */
export function setTips(state: LedgerState, chosen: Partial<Tips>): LedgerState {
  for (const [name, slot] of Object.entries(chosen)) checkRange(state, name, slot);
  const tips = adjustTips(tipsOf(state), joinUnderAlpenglow(state, chosen));
  if (tips.finalized > tips.confirmed || tips.confirmed > tips.processed)
    throw new MoveError(
      'invalid',
      `the order is finalized ≤ confirmed ≤ processed, not ${tips.finalized}, ${tips.confirmed}, ${tips.processed}`,
    );
  return withTips(state, tips);
}

/** Under Alpenglow confirmed and finalized are one tip: sets both if one of them is chosen. */
function joinUnderAlpenglow(state: LedgerState, tips: Partial<Tips>): Partial<Tips> {
  const { confirmed, finalized } = tips;
  const jointTip = confirmed ?? finalized;
  const { alpenglowFrom } = state.protocol;
  const areJoint =
    isActive(alpenglowFrom, state.chains.confirmed.tip) ||
    (jointTip !== undefined && isActive(alpenglowFrom, jointTip));
  if (jointTip === undefined || !areJoint) return tips;
  if (finalized !== undefined && finalized !== jointTip)
    throw new MoveError(
      'invalid',
      `under Alpenglow, confirmed and finalized are one tip: it cannot be at slot ${jointTip} and at slot ${finalized}; ${HOW_TO_CHOOSE_TOWER}`,
    );
  return { ...tips, confirmed: jointTip, finalized: jointTip };
}

function checkRange(state: LedgerState, name: string, slot: bigint | undefined): void {
  const last = lastSlot(state);
  const first = state.cleanedUpBefore ?? 0n;
  if (slot !== undefined && slot > last)
    throw new MoveError(
      'outOfRange',
      `${name}: slot ${slot} is beyond the end of the ledger, slot ${last}: advance adds blocks`,
    );
  if (slot !== undefined && slot < first)
    throw new MoveError('outOfRange', `${name}: slot ${slot} is cleaned up, the first one that is left is ${first}`);
}

function adjustTips(before: Tips, tips: Partial<Tips>): Tips {
  const { confirmed = 0n, finalized = 0n } = tips;
  const processed = tips.processed ?? maxOf(before.processed, maxOf(confirmed, finalized));
  const atConfirmed = tips.confirmed ?? minOf(maxOf(before.confirmed, finalized), processed);
  return { processed, confirmed: atConfirmed, finalized: tips.finalized ?? minOf(before.finalized, atConfirmed) };
}
