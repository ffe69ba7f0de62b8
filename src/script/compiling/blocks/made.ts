import type { SlotWord } from '../../format/types.ts';
import type { BlocksWord } from './history.ts';

/** As many are made one by one. */
const FEW_BLOCKS = 1024n;

/** Whether all blocks of a word but the first can be made when they are looked at. */
export function isEmptyRun({ every, first, last, leader, transactions }: BlocksWord): boolean {
  return last - first >= FEW_BLOCKS && every === 1n && leader === undefined && transactions.length === 0;
}

/**
 * How many blocks and transactions slots make.
 *
 * @param isExecuted transactions are executed, for which every block has to be there
 */
export function countMade(slots: readonly SlotWord[], isExecuted: boolean): bigint {
  let made = 0n;
  for (const word of slots) {
    if (word.kind !== 'blocks' || (isEmptyRun(word) && !isExecuted)) continue;
    const copies = word.transactions.reduce((sum, { repeat }) => sum + repeat, 0);
    made += ((word.last - word.first) / word.every + 1n) * BigInt(1 + copies);
  }
  return made;
}
