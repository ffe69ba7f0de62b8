import { U64_MAX } from '../../codec/bigints.ts';
import { emptyBlocks } from '../chainEnd.ts';
import { chainTo } from '../history/chain.ts';
import type { LedgerState } from '../state.ts';
import { type CommitmentDistance, lastSlot, tipsAt, tipsOf, withTips } from '../tips.ts';
import { MoveError, startSlot } from './timeline.ts';

export interface AdvanceOptions {
  /** slots beyond the end of the ledger get no block */
  readonly skip?: boolean;
}

/** Slots of about twelve years. Empty blocks cost nothing, but their count must stay a safe integer. */
const MAX_NEW_BLOCKS = 1_000_000_000n;

/**
 * Moves the processed tip `count` slots on, and the other tips at their distance. What the ledger has ahead is shown as it is; slots beyond
 * its end get an empty block each.
 *
 * @throws MoveError
 */
export function advance(
  state: LedgerState,
  count: bigint,
  distance: CommitmentDistance,
  { skip = false }: AdvanceOptions = {},
): LedgerState {
  if (count === 0n) return state;
  checkAdvance(state, count, { skip });
  const last = lastSlot(state);
  const tip = startSlot(state) + count;
  const longer = skip || tip <= last ? state : withEmptyBlocks(state, last, tip);
  return withTips(longer, tipsAt(tip, distance, tipsOf(state)));
}

/**
 * Whether the tip can go on by so many slots.
 *
 * @throws MoveError
 */
export function checkAdvance(state: LedgerState, count: bigint, { skip = false }: AdvanceOptions): void {
  const last = lastSlot(state);
  const tip = startSlot(state) + count;
  if (tip > U64_MAX) throw new MoveError('outOfRange', `slot ${tip} is beyond the last one that there is, ${U64_MAX}`);
  if (!skip && tip - last > MAX_NEW_BLOCKS)
    throw new MoveError('outOfRange', `${tip - last} new blocks at once are too many: at most ${MAX_NEW_BLOCKS}`);
}

function withEmptyBlocks(state: LedgerState, last: bigint, tip: bigint): LedgerState {
  const { chains, dropped, history } = state;
  const chain = chainTo(last, history, dropped, chains.processed);
  return { ...state, history: history.withEmptyRun(emptyBlocks(history, chain, last + 1n, tip)) };
}
