import { counted } from '../../../codec/text.ts';
import { isActive } from '../../../gates.ts';
import { blocksOn, cutChain, slotsOnFrom } from '../../../ledger/history/chain.ts';
import { lastSlot } from '../../../ledger/tips.ts';
import type { LedgerView } from '../../../ledger/view.ts';
import type { Block } from '../../../solana/block.ts';
import { hiddenText, tipText } from './hidden.ts';
import type { ReasonSink } from './reasonSink.ts';

/** Adds why a view has no block in a slot. */
export function noBlock(reasons: ReasonSink, slot: bigint, view: LedgerView): void {
  const { history } = view.state;
  const last = lastSlot(view.state);
  if (slot < view.firstShown) belowFirst(reasons, `slot ${slot}`, view);
  else if (history.block(slot) !== undefined)
    reasons.add(hiddenText('the block', slot, view) ?? `the block of slot ${slot} has lost its parent`);
  else if (history.hasSlot(slot))
    reasons.addMissing(`the ledger has transactions of slot ${slot}, but not the block that they are in`);
  else if (slot > last)
    reasons.addMissing(
      `slot ${slot} is beyond the end of the ledger, slot ${last}: stillnode_advance adds empty blocks to it`,
    );
  else emptySlot(reasons, slot, view);
}

/** Adds that the slot is below the first one: if nothing was cleaned up, a node with a longer ledger would know it. */
function belowFirst(reasons: ReasonSink, subject: string, { firstShown, state }: LedgerView): void {
  if (state.cleanedUpBefore === undefined)
    reasons.addMissing(`${subject} is below slot ${firstShown}, where the ledger begins`);
  else reasons.add(`${subject} is below slot ${firstShown}, the first that is not cleaned up`);
}

/** Adds why a slot is empty. It is known to be skipped if the block above names a parent below it. */
function emptySlot(reasons: ReasonSink, slot: bigint, view: LedgerView): void {
  const above = blockAbove(slot, view);
  if (above !== undefined && above.parentSlot < slot)
    reasons.add(`slot ${slot} was skipped: the block of slot ${above.slot} follows that of slot ${above.parentSlot}`);
  else reasons.addMissing(`the ledger has no block in slot ${slot}, and does not say that it was skipped`);
}

function blockAbove(slot: bigint, { state }: LedgerView): Block | undefined {
  const { chains, history } = state;
  const chain = cutChain(chains.processed, lastSlot(state));
  const [block] = blocksOn(chain, history, slotsOnFrom(chain, history, slot + 1n));
  return block;
}

/** Adds why a block has no time. */
export function noTime(reasons: ReasonSink, slot: bigint): void {
  reasons.addMissing(`the block of slot ${slot} was recorded without its time`);
}

/** The slots of a list, and the ends that were asked for. */
export interface SlotList {
  readonly first: bigint;
  /** undefined: none was asked for */
  readonly last: bigint | undefined;
  readonly slots: readonly bigint[];
}

/** Adds why a list of slots is empty, or where it is cut. */
export function slotList(reasons: ReasonSink, { first, last, slots }: SlotList, view: LedgerView): void {
  const end = last === undefined || last > view.slot ? view.slot : last;
  if (last !== undefined && last < first)
    reasons.add(`the range ends at slot ${last}, before it begins at slot ${first}`);
  else if (first > view.slot) reasons.add(`the range begins at slot ${first}, and ${tipText(view)}`);
  else if (first < view.firstShown && slots.length > 0)
    reasons.add(`the range begins at slot ${first}, and the first available slot is ${view.firstShown}`);
  else if (first < view.firstShown) belowFirst(reasons, `the beginning of the range, slot ${first},`, view);
  else if (slots.length === 0) emptyRange(reasons, first, end, view);
  if (last !== undefined && last > view.slot && first <= view.slot)
    reasons.add(`the range ends at slot ${last}, and ${tipText(view)}`);
}

/** Adds why a range of slots is empty. It is known to be skipped if the block above names a parent below it. */
function emptyRange(reasons: ReasonSink, first: bigint, end: bigint, view: LedgerView): void {
  const above = blockAbove(end, view);
  if (above !== undefined && above.parentSlot < first)
    reasons.add(
      `slots ${first} to ${end} were skipped: the block of slot ${above.slot} follows that of slot ${above.parentSlot}`,
    );
  else
    reasons.addMissing(`the ledger has no blocks in slots ${first} to ${end}, and does not say that all were skipped`);
}

/** Adds why a list with a limit is empty, or where it is cut. */
export function limitedSlots(
  reasons: ReasonSink,
  { first, limit, slots }: { readonly first: bigint; readonly limit: number; readonly slots: readonly bigint[] },
  view: LedgerView,
): void {
  if (limit === 0) reasons.add('`limit` is 0');
  else slotList(reasons, { first, last: undefined, slots }, view);
  if (slots.length > 0 && slots.length < limit)
    reasons.add(`there are only ${counted(slots.length, 'block')} from slot ${first} on: ${tipText(view)}`);
}

/** Adds that a limit cut a list. */
export function cutAt(reasons: ReasonSink, limit: number, total: number, items: string): void {
  if (total > limit) reasons.add(`the list ends at ${limit} of ${counted(total, items)}`);
}

/** Adds why a block has no votes. */
export function noCommitment(reasons: ReasonSink, slot: bigint, view: LedgerView): void {
  const { chains, protocol, statusWindowStart } = view.state;
  if (isActive(protocol.alpenglowFrom, slot))
    reasons.add(`slot ${slot} is decided by Alpenglow, where no votes are counted`);
  else if (slot > chains.processed.tip) reasons.add(`slot ${slot} is above the processed tip, ${chains.processed.tip}`);
  else if (slot === chains.processed.tip) reasons.add(`slot ${slot} is the processed tip, without votes so far`);
  else if (slot < statusWindowStart)
    reasons.add(`slot ${slot} is below ${statusWindowStart}, where a node begins to count votes`);
  else if (!view.shows(slot) || view.state.history.block(slot) === undefined) noBlock(reasons, slot, view);
  else reasons.addMissing(`\`blockCommitments\` of ledger.json does not have slot ${slot}`);
}
