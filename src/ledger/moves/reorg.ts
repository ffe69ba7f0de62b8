import { maxOf, minOf } from '../../codec/bigints.ts';
import { newestBlock } from '../chainEnd.ts';
import { type Chain, cutChain, slotsOnFrom, stretchesOn } from '../history/chain.ts';
import type { History, Stretch } from '../history/history.ts';
import { SlotSet } from '../slotSet.ts';
import { isDropped, type LedgerState } from '../state.ts';
import { type Tips, tipsOf, withTips } from '../tips.ts';
import { dropFutureSlots } from './advance.ts';
import { MoveError } from './moveError.ts';

export interface Reorg {
  readonly state: LedgerState;
  /** slots of the blocks that left the chain */
  readonly dropped: SlotSet;
}

/**
 * Takes the blocks from a slot up to the processed tip off the chain. The processed tip, and a confirmed one above it, fall back to the
 * last block below. What lay ahead is gone.
 *
 * @throws MoveError outOfRange: `from` is not above the finalized tip, above the processed one, or dropped already
 */
export function reorg(state: LedgerState, from: bigint): Reorg {
  const { confirmed, finalized, processed } = tipsOf(state);
  if (from <= finalized)
    throw new MoveError(
      'outOfRange',
      `slot ${from} is finalized: ${whyFinalized({ confirmed, finalized, processed })}`,
    );
  if (isDropped(from, state)) throw new MoveError('outOfRange', droppedText(state, from));
  if (from > processed)
    throw new MoveError(
      'outOfRange',
      `slot ${from} is above the processed tip, slot ${processed}: no block there can be dropped`,
    );
  const cut = dropFutureSlots(state);
  const { history } = cut;
  const { processed: chain } = state.chains;
  const leaving = stretchesFrom(from, chain, history);
  const below = newestBlock(history, cutChain(chain, from - 1n))?.slot ?? from - 1n;
  const tip = maxOf(below, finalized);
  const writtenSlots = [...cut.accounts.slotsOfWrites(tip + 1n, processed)];
  const droppedNow = cut.dropped.with([
    ...leaving,
    ...SlotSet.fromSlots(writtenSlots.filter((slot) => slot >= from)).ranges,
  ]);
  // a skipped slot between the tip and `from` keeps the accounts that were set in it
  const passedUpTo = writtenSlots.reduce(maxOf, maxOf(droppedNow.highest ?? tip, tip));
  const tips = { processed: tip, confirmed: minOf(confirmed, tip), finalized };
  // above `passedUpTo` there are only writes that a later base replaced: cut them off
  const accounts = cut.accounts.upTo(passedUpTo);
  return {
    state: withTips({ ...cut, accounts, dropped: droppedNow, passedUpTo }, tips),
    dropped: SlotSet.fromRanges(leaving.filter(({ source }) => source !== undefined)),
  };
}

function whyFinalized({ finalized, processed }: Tips): string {
  if (finalized < processed) return `the finalized tip is ${finalized}`;
  return `all tips are at slot ${finalized}, so no block can be dropped: load the ledger with a lower \`finalized\`, or move that tip back with setTips first`;
}

/** A slot above it may be on the chain. */
function droppedText({ chains: { processed }, history }: LedgerState, slot: bigint): string {
  const [next] = slotsOnFrom(processed, history, slot);
  const ofNext = next === undefined ? '' : `: the next one that can be dropped is slot ${next}`;
  return `slot ${slot} is dropped already${ofNext}`;
}

/** The stretches of a chain from a slot on. */
function stretchesFrom(from: bigint, chain: Chain, history: History): readonly Stretch[] {
  const stretches: Stretch[] = [];
  for (const stretch of stretchesOn(chain, history)) {
    if (stretch.last < from) break;
    stretches.push({ ...stretch, first: maxOf(stretch.first, from) });
  }
  return stretches;
}
