import type { Account } from '../../model/account.ts';
import type { Block } from '../../model/block.ts';
import type { LedgerState } from '../state.ts';
import type { Lag } from '../tips.ts';

/** A block, and the accounts that its transactions wrote, as they are after it. Those without lamports were closed. */
export interface NewBlock {
  readonly block: Block;
  readonly writes: readonly Account[];
}

/**
 * Adds blocks on top; the last one becomes the processed tip, and the other tips follow at their lag. What was in store beyond the
 * processed tip is gone.
 *
 * @throws MoveError
 */
export function addBlocks(_state: LedgerState, _blocks: readonly NewBlock[], _lag: Lag): LedgerState {
  throw new Error('not built yet');
}
