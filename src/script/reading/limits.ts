import type { SlotWord } from '../format/types.ts';

/** of all scripts of a ledger together: all of them are held in memory */
const MAX_BLOCKS = 10_000_000n;
const MAX_TRANSACTIONS = 10_000_000n;

/** Whether the slots stay within the limits; the first one that exceeds them is reported. */
export function fitsLimits(slots: readonly SlotWord[]): boolean {
  let blocks = 0n;
  let transactions = 0n;
  for (const word of slots) {
    if (word.kind !== 'blocks' || word.last < word.first || word.every < 1n) continue;
    const more = (word.last - word.first) / word.every + 1n;
    const copies = BigInt(word.transactions.reduce((sum, { repeat }) => sum + repeat, 0));
    blocks += more;
    transactions += more * copies;
    if (blocks > MAX_BLOCKS) return refuse(word, `${blocks} blocks`, MAX_BLOCKS, 'use fewer slots');
    if (transactions > MAX_TRANSACTIONS) {
      const what = `${transactions} transactions, ${more} blocks of ${copies} here`;
      return refuse(word, what, MAX_TRANSACTIONS, 'use fewer slots, or fewer copies with `repeat`');
    }
  }
  return true;
}

function refuse({ at }: SlotWord, found: string, max: bigint, hint: string): false {
  at.refuse(`the scripts make ${found}: more than the ${max} that a ledger can have`, hint);
  return false;
}
