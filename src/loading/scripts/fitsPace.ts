import { countMade } from '../../script/compiling/blocks/made.ts';
import type { SlotWord } from '../../script/format/types.ts';
import { fitsLimits } from '../../script/reading/slot.ts';
import type { Pace } from './pace.ts';

/** Whether slots may be made: as many as a ledger can have, and as many as now. If not, it is reported. */
export function fitsPace(slots: readonly SlotWord[], { refusalOf }: Pace, isExecuted: boolean): boolean {
  if (!fitsLimits(slots)) return false;
  const reason = refusalOf(countMade(slots, isExecuted));
  if (reason !== undefined)
    slots[0]?.at.refuse(reason, 'use several requests; more than 1024 empty blocks in a range count as one');
  return reason === undefined;
}
