import { earlierOf, laterOf } from '../../codec/bigints.ts';
import { isActive } from '../../gates.ts';
import { HOW_TO_CHOOSE_TOWER } from '../protocol.ts';
import type { LedgerState } from '../state.ts';
import { lastSlot, type Tips, tipsOf, withTips } from '../tips.ts';
import { MoveError } from './moveError.ts';

/**
 * Sets tips to slots of the ledger, forward or back. Other tips move only as far as the order of the tips requires.
 *
 * @throws MoveError outOfRange: the ledger does not know the slot; invalid: the order is wrong, or two tips that are one differ
 */
export function setTips(state: LedgerState, chosen: Partial<Tips>): LedgerState {
  for (const [name, slot] of Object.entries(chosen)) checkRange(state, name, slot);
  const tips = inOrder(tipsOf(state), asOne(state, chosen));
  if (tips.finalized > tips.confirmed || tips.confirmed > tips.processed)
    throw new MoveError(
      'invalid',
      `the order is finalized ≤ confirmed ≤ processed, not ${tips.finalized}, ${tips.confirmed}, ${tips.processed}`,
    );
  return withTips(state, tips);
}

/** Sets confirmed and finalized together, as Alpenglow does. */
function asOne(state: LedgerState, tips: Partial<Tips>): Partial<Tips> {
  const { confirmed, finalized } = tips;
  const one = confirmed ?? finalized;
  const { alpenglowFrom } = state.protocol;
  const isOne =
    isActive(alpenglowFrom, state.chains.confirmed.tip) || (one !== undefined && isActive(alpenglowFrom, one));
  if (one === undefined || !isOne) return tips;
  if (finalized !== undefined && finalized !== one)
    throw new MoveError(
      'invalid',
      `under Alpenglow, confirmed and finalized are one tip: it cannot be at slot ${one} and at slot ${finalized}; ${HOW_TO_CHOOSE_TOWER}`,
    );
  return { ...tips, confirmed: one, finalized: one };
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

function inOrder(before: Tips, tips: Partial<Tips>): Tips {
  const { confirmed = 0n, finalized = 0n } = tips;
  const processed = tips.processed ?? laterOf(before.processed, laterOf(confirmed, finalized));
  const atConfirmed = tips.confirmed ?? earlierOf(laterOf(before.confirmed, finalized), processed);
  return { processed, confirmed: atConfirmed, finalized: tips.finalized ?? earlierOf(before.finalized, atConfirmed) };
}
