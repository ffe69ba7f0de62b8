import { minOf } from '../codec/bigints.ts';
import type { LedgerState } from './state.ts';
import { type Tips, tipsOf, withTips } from './tips.ts';

/**
 * The last result for each state: a fault often asks for the same one again. The same object is returned, so that other caches whose key
 * is the state find their results again.
 */
const LAST_RESULTS = new WeakMap<LedgerState, { readonly slots: bigint; readonly state: LedgerState }>();

/**
 * The state with every tip `slots` back, but not before the first slot that is not cleaned up: a node that is behind answers from it.
 */
export function withTipsBack(state: LedgerState, slots: bigint): LedgerState {
  const cached = LAST_RESULTS.get(state);
  if (cached?.slots === slots) return cached.state;
  const first = state.cleanedUpBefore ?? 0n;
  const back = (tip: bigint) => (tip - slots > first ? tip - slots : minOf(tip, first));
  const { confirmed, finalized, processed } = tipsOf(state);
  const tips: Tips = { processed: back(processed), confirmed: back(confirmed), finalized: back(finalized) };
  const behind = withTips(state, tips);
  LAST_RESULTS.set(state, { slots, state: behind });
  return behind;
}
