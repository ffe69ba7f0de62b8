import { earlierOf } from '../codec/bigints.ts';
import type { LedgerState } from './state.ts';
import { type Tips, tipsOf, withTips } from './tips.ts';

/** The last one of each state: a fault often asks for the same one again, and what is derived from a state stays with it. */
const KEPT = new WeakMap<LedgerState, { readonly slots: bigint; readonly state: LedgerState }>();

/** The state with every tip `slots` back, but not before the first slot that is left: what a node that is behind answers from. */
export function stateBehind(state: LedgerState, slots: bigint): LedgerState {
  const cached = KEPT.get(state);
  if (cached?.slots === slots) return cached.state;
  const first = state.cleanedUpBefore ?? 0n;
  const back = (tip: bigint) => (tip - slots > first ? tip - slots : earlierOf(tip, first));
  const { confirmed, finalized, processed } = tipsOf(state);
  const tips: Tips = { processed: back(processed), confirmed: back(confirmed), finalized: back(finalized) };
  const behind = withTips(state, tips);
  KEPT.set(state, { slots, state: behind });
  return behind;
}
