import type { LedgerState } from '../state.ts';

/** Slots below `firstAvailable` count as cleaned up. @throws MoveError outOfRange: beyond the finalized tip */
export function prune(_state: LedgerState, _firstAvailable: bigint): LedgerState {
  throw new Error('not built yet');
}
