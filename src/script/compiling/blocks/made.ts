import type { SlotWord } from '../../format/types.ts';
import type { BlocksWord } from './history.ts';

/** As many are made one by one. */
const FEW_BLOCKS = 1024n;

/** Whether all blocks of a word but the first can be made when they are looked at. */
export function isEmptyRun({ every, first, last, leader, transactions }: BlocksWord): boolean {
  return last - first >= FEW_BLOCKS && every === 1n && leader === undefined && transactions.length === 0;
}

/**
 * Whether slots make no more blocks and transactions than a call may; the first that exceed it are reported.
 *
 * @param max undefined: any number
 * @param isExecuted transactions are executed, so that every block has to be there
 */
export function fitsCall(slots: readonly SlotWord[], max: bigint | undefined, isExecuted: boolean): boolean {
  let made = 0n;
  for (const word of slots) {
    if (word.kind !== 'blocks' || (isEmptyRun(word) && !isExecuted)) continue;
    const blocks = (word.last - word.first) / word.every + 1n;
    const copies = BigInt(word.transactions.reduce((sum, { repeat }) => sum + repeat, 0));
    made += blocks + blocks * copies;
    if (max === undefined || made <= max) continue;
    word.at.refuse(
      `${made} blocks and transactions are more than the ${max} that one call makes`,
      'use several calls, or a file from which the node starts; empty slots in a row do not count',
    );
    return false;
  }
  return true;
}
