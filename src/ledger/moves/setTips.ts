import { earlierOf, laterOf } from '../slots.ts';
import type { LedgerState } from '../state.ts';
import { lastSlot, type Tips, tipsOf, withTips } from '../tips.ts';
import { MoveError } from './moveError.ts';

/**
 * Sets tips to slots of the ledger, forward or back. What is not given moves only as far as the order of the tips demands.
 *
 * @throws MoveError outOfRange: the ledger does not know the slot; invalid: the order is wrong
 */
export function setTips(state: LedgerState, given: Partial<Tips>): LedgerState {
  for (const [name, slot] of Object.entries(given)) checkRange(state, name, slot);
  const tips = inOrder(tipsOf(state), given);
  if (tips.finalized > tips.confirmed || tips.confirmed > tips.processed)
    throw new MoveError(
      'invalid',
      `the order is finalized ≤ confirmed ≤ processed, not ${tips.finalized}, ${tips.confirmed}, ${tips.processed}`,
    );
  return withTips(state, tips);
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

function inOrder(before: Tips, given: Partial<Tips>): Tips {
  const { confirmed = 0n, finalized = 0n } = given;
  const processed = given.processed ?? laterOf(before.processed, laterOf(confirmed, finalized));
  const atConfirmed = given.confirmed ?? earlierOf(laterOf(before.confirmed, finalized), processed);
  return { processed, confirmed: atConfirmed, finalized: given.finalized ?? earlierOf(before.finalized, atConfirmed) };
}
