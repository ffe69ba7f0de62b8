import type { LedgerState } from '../state.ts';

export interface Reorg {
  readonly state: LedgerState;
  /** slots of the blocks that left the chain, ascending */
  readonly dropped: readonly bigint[];
}

/** @throws MoveError outOfRange: `from` is not above the finalized tip, or above the processed one */
export function reorg(_state: LedgerState, _from: bigint): Reorg {
  throw new Error('not built yet');
}
