import { U64_MAX } from '../../codec/bigints.ts';
import { emptyBlocks } from '../chainEnd.ts';
import { chainTo } from '../history/chain.ts';
import type { LedgerState } from '../state.ts';
import { type CommitmentDistance, lastSlot, tipsAt, tipsOf, withTips } from '../tips.ts';
import { MoveError } from './moveError.ts';

/**
 * The slot from which the processed tip advances. Usually its own; if everything that the history has above it was dropped, the last
 * of those slots, because a slot never gets a second block.
 */
export function startSlot({ chains, dropped, history }: LedgerState): bigint {
  const { tip } = chains.processed;
  const { lastSlot } = history;
  if (lastSlot === undefined || lastSlot <= tip) return tip;
  for (const range of dropped.outside({ first: tip + 1n, last: lastSlot }))
    if (history.countSlots(range) > 0) return tip;
  return lastSlot;
}

/** The ledger without the slots ahead of the processed tip; blocks that were dropped just above the tip are kept. */
export function dropFutureSlots(state: LedgerState): LedgerState {
  const end = startSlot(state);
  const history = state.history.upTo(end);
  const accounts = state.accounts.upTo(end);
  const hasFuture = history !== state.history || accounts !== state.accounts || state.passedUpTo !== end;
  if (!hasFuture && state.dropped.ranges.length === 0) return state;
  return { ...state, history, accounts, passedUpTo: end, dropped: state.dropped.upTo(end) };
}

export interface AdvanceOptions {
  /** slots beyond the end of the ledger get no block */
  readonly skip?: boolean;
  /** Unix milliseconds: the first new block is not before them */
  readonly notBefore?: bigint;
}

/** Slots of about twelve years. Empty blocks cost nothing, but their count must stay a safe integer. */
const MAX_NEW_BLOCKS = 1_000_000_000n;

/**
 * Moves the processed tip `count` slots ahead, and the other tips at their distance. Slots that the ledger has ahead are
 * used; slots beyond its end get an empty block each.
 *
 * @throws MoveError
 */
export function advance(
  state: LedgerState,
  count: bigint,
  distance: CommitmentDistance,
  { notBefore, skip = false }: AdvanceOptions = {},
): LedgerState {
  if (count === 0n) return state;
  checkAdvance(state, count, { skip });
  const last = lastSlot(state);
  const tip = startSlot(state) + count;
  const longer = skip || tip <= last ? state : withEmptyBlocks(state, last, tip, notBefore);
  return withTips(longer, tipsAt(tip, distance, tipsOf(state)));
}

/**
 * Whether the tip can advance by this many slots.
 *
 * @throws MoveError
 */
export function checkAdvance(state: LedgerState, count: bigint, { skip = false }: AdvanceOptions): void {
  const last = lastSlot(state);
  const tip = startSlot(state) + count;
  if (tip > U64_MAX) throw new MoveError('outOfRange', `slot ${tip} is beyond the last possible slot, ${U64_MAX}`);
  if (!skip && tip - last > MAX_NEW_BLOCKS)
    throw new MoveError('outOfRange', `${tip - last} new blocks at once are too many: at most ${MAX_NEW_BLOCKS}`);
}

function withEmptyBlocks(state: LedgerState, last: bigint, tip: bigint, notBefore: bigint | undefined): LedgerState {
  const { chains, dropped, history } = state;
  const chain = chainTo(last, history, dropped, chains.processed);
  return { ...state, history: history.withEmptyRun(emptyBlocks(state, chain, last + 1n, tip, notBefore)) };
}
