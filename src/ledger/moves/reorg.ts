import { newestBlock } from '../emptyBlocks.ts';
import { cutChain } from '../history/chain.ts';
import { earlierOf, laterOf } from '../slots.ts';
import type { LedgerState } from '../state.ts';
import { tipsOf, withTips } from '../tips.ts';
import { cutFilm } from './film.ts';
import { MoveError } from './moveError.ts';

export interface Reorg {
  readonly state: LedgerState;
  /** slots of the blocks that left the chain, ascending */
  readonly dropped: readonly bigint[];
}

/**
 * Takes the blocks from a slot up to the processed tip off the chain. The processed tip, and a confirmed one above it, fall back to the
 * last block below. What lay ahead is gone.
 *
 * @throws MoveError outOfRange: `from` is not above the finalized tip, or above the processed one
 */
export function reorg(state: LedgerState, from: bigint): Reorg {
  const { confirmed, finalized, processed } = tipsOf(state);
  if (from <= finalized)
    throw new MoveError('outOfRange', `slot ${from} is finalized: the finalized tip is ${finalized}`);
  if (from > processed)
    throw new MoveError(
      'outOfRange',
      `slot ${from} is above the processed tip, slot ${processed}: no block there can be dropped`,
    );
  const cut = cutFilm(state);
  const { history } = cut;
  const { processed: chain } = state.chains;
  const slots = [...history.slotsFrom(from)].filter((slot) => slot <= processed && !chain.offChain.has(slot));
  const below = newestBlock(history, cutChain(chain, from - 1n))?.slot ?? from - 1n;
  const tip = laterOf(below, finalized);
  const written = [...cut.accounts.slotsOfWrites(tip + 1n, processed)];
  const droppedNow = new Set([...cut.dropped, ...slots, ...written.filter((slot) => slot >= from)]);
  // a skipped slot between the tip and `from` keeps the accounts that were set in it
  const passedUpTo = [...droppedNow, ...written].reduce(laterOf, tip);
  const tips = { processed: tip, confirmed: earlierOf(confirmed, tip), finalized };
  // writes above were replaced since: nothing is left of those slots
  const accounts = cut.accounts.upTo(passedUpTo);
  return {
    state: withTips({ ...cut, accounts, dropped: droppedNow, passedUpTo }, tips),
    dropped: slots.filter((slot) => history.block(slot) !== undefined),
  };
}
