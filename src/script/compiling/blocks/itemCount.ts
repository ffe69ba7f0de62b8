import type { SlotWord } from '../../format/types.ts';
import type { BlocksWord } from './history.ts';

/** Shorter ranges are created block by block. */
const MIN_EMPTY_BLOCKS = 1024n;

/** Whether all blocks of a range but the first can be created when they are read. */
export function isEmptyRange({ every, first, last, leader, transactions }: BlocksWord): boolean {
  return last - first >= MIN_EMPTY_BLOCKS && every === 1n && leader === undefined && transactions.length === 0;
}

/**
 * The number of blocks and transactions to create for a list of slots.
 *
 * @param isExecuted the script has transactions for LiteSVM, which needs every block
 */
export function itemCountOf(slots: readonly SlotWord[], isExecuted: boolean): bigint {
  let count = 0n;
  for (const word of slots) {
    if (word.kind !== 'blocks' || (isEmptyRange(word) && !isExecuted)) continue;
    const copies = word.transactions.reduce((sum, { repeat }) => sum + repeat, 0);
    count += ((word.last - word.first) / word.every + 1n) * BigInt(1 + copies);
  }
  return count;
}
