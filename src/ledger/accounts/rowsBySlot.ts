import { firstAtLeast } from '../history/firstAtLeast.ts';

type SlotOf = (row: number) => bigint;

/** Puts a row among others that ascend by slot, in the place of one that has the same slot. Mostly it comes last. */
export function insertBySlot(rows: number[], row: number, slotOf: SlotOf): void {
  const slot = slotOf(row);
  const at = indexAfter(rows, slot - 1n, slotOf);
  if (at === rows.length) rows.push(row);
  else rows.splice(at, slotOf(rows[at]!) === slot ? 1 : 0, row);
}

/** How many rows, ascending by slot, are up to a slot. Mostly all of them are. */
export function indexAfter(rows: readonly number[], slot: bigint, slotOf: SlotOf): number {
  const last = rows.length - 1;
  if (last < 0 || slotOf(rows[last]!) <= slot) return last + 1;
  return firstAtLeast(last, (at) => slotOf(rows[at]!) > slot);
}
