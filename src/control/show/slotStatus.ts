import { isOn } from '../../ledger/history/chain.ts';
import { isDropped, type LedgerState } from '../../ledger/state.ts';
import type { LedgerView } from '../../ledger/view.ts';

/** The state of a slot; `ahead`: no tip has reached it yet. */
export type SlotStatus = 'finalized' | 'confirmed' | 'processed' | 'ahead' | 'dropped' | 'cleanedUp' | 'skipped';

interface LedgerWithView {
  readonly state: LedgerState;
  readonly view: LedgerView;
}

/** The status of a slot that is not skipped. */
export function statusOf(slot: bigint, { state, view }: LedgerWithView): SlotStatus {
  const { confirmed, finalized, processed } = state.chains;
  if (isDropped(slot, state)) return 'dropped';
  if (slot > processed.tip) return 'ahead';
  if (slot < view.firstAvailable) return 'cleanedUp';
  if (isOn(finalized, slot)) return 'finalized';
  return isOn(confirmed, slot) ? 'confirmed' : 'processed';
}
