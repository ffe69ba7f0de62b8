import { maxOf } from '../../codec/bigints.ts';
import type { LedgerState } from '../state.ts';
import { MoveError } from './moveError.ts';

/**
 * Slots below `firstAvailable` count as cleaned up, besides those that do already.
 *
 * @throws MoveError outOfRange: beyond the finalized tip
 */
export function cleanUp(state: LedgerState, firstAvailable: bigint): LedgerState {
  const { tip } = state.chains.finalized;
  if (firstAvailable > tip)
    throw new MoveError(
      'outOfRange',
      `slot ${firstAvailable} is above the finalized tip, slot ${tip}: only slots up to it can be cleaned up`,
    );
  const before = state.cleanedUpBefore ?? 0n;
  return { ...state, cleanedUpBefore: maxOf(firstAvailable, before) };
}

/** Forgets the recent statuses of all slots up to the finalized tip. */
export function expireStatuses(state: LedgerState): LedgerState {
  const start = state.chains.finalized.tip + 1n;
  return { ...state, statusesExpiredBefore: start, statusWindowStart: start };
}
