import type { LedgerState } from '../state.ts';
import type { Tips } from '../tips.ts';

/** @throws MoveError outOfRange, or invalid where the order would be wrong */
export function setTips(_state: LedgerState, _tips: Partial<Tips>): LedgerState {
  throw new Error('not built yet');
}
