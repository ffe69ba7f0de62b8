import type { LedgerState } from '../state.ts';
import type { Lag } from '../tips.ts';

export interface AdvanceOptions {
  /** slots beyond the end of the ledger get no block */
  readonly skip?: boolean;
}

/** Moves the processed tip `count` slots on. The other tips follow at their lag. */
export function advance(_state: LedgerState, _count: bigint, _lag: Lag, _options: AdvanceOptions = {}): LedgerState {
  throw new Error('not built yet');
}
