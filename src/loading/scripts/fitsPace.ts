import { itemCountOf } from '../../script/compiling/blocks/itemCount.ts';
import type { SlotWord } from '../../script/format/types.ts';
import { fitsLimits } from '../../script/reading/slot.ts';
import type { Pace } from './pace.ts';

/** Whether the slots stay within the limits of a ledger and of the request; if not, an error is reported. */
export function fitsPace(slots: readonly SlotWord[], { refusalOf }: Pace, isExecuted: boolean): boolean {
  if (!fitsLimits(slots)) return false;
  const reason = refusalOf(itemCountOf(slots, isExecuted));
  if (reason !== undefined)
    slots[0]?.at.refuse(reason, 'send several requests; a range of more than 1024 empty blocks does not count');
  return reason === undefined;
}
