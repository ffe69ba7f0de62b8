import type { LedgerState } from '../ledger/state.ts';

/** The state of a live ledger between two moves. A call takes it once, at its start. */
export interface Frame {
  readonly state: LedgerState;
  /** No other frame of this process has it; a frame that was kept comes back with its own. */
  readonly id: number;
}
