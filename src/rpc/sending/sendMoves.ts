import { ascending, maxOf, minOf } from '../../codec/bigints.ts';
import { parentChain } from '../../ledger/chainEnd.ts';
import { addBlocks } from '../../ledger/moves/addBlocks.ts';
import { type AdvanceOptions, advance, checkAdvance, dropFutureSlots, startSlot } from '../../ledger/moves/advance.ts';
import { reorg } from '../../ledger/moves/reorg.ts';
import { slotsTo, type WarpTarget } from '../../ledger/moves/warp.ts';
import { isDropped, type LedgerState } from '../../ledger/state.ts';
import { lastSlot, tipsOf, withTips } from '../../ledger/tips.ts';
import { type LedgerView, processedView } from '../../ledger/view.ts';
import type { MoveInput, MoveResult } from '../../live/move.ts';
import {
  groupOfOne,
  type LeftOutSend,
  noteBundle,
  noteLeftOut,
  type PlannedDrop,
  type QueuedSend,
  type SendGroup,
  type SendQueue,
} from '../../live/sendQueue.ts';
import { withTipsBelowHolds } from '../../live/tipsBelowHolds.ts';
import type { BlockHeader, BlockMaker } from '../../runtime/block.ts';
import type { Executor } from '../../runtime/executor.ts';
import type { SendOutcome } from '../../runtime/sendRule.ts';
import {
  addLandings,
  type Included,
  isIncluded,
  type LandedBlock,
  type Landing,
  NONE_INCLUDED,
  nextBlock,
} from './land.ts';
import { ownVotes } from './ownVotes.ts';

/**
 * Moves of a ledger with queued transactions, and with blocks that will be dropped. Without these they are the plain moves of the ledger.
 * Each move makes its blocks in the same way: `takeDue` takes what the next block gets out of the queue, `nextBlock` makes the block,
 * `stateWithBlock` and `queueAfterBlock` are the ledger and the queue after it.
 * @module
 */

/** The outcome of a transaction that lands a second time, after its block was dropped. */
const LANDS_AGAIN = { kind: 'succeed' } as const;

/** The queued transactions that are due in the next block, and the ledger below that block. */
interface DueSends {
  /** the ledger without the blocks that are due to be dropped */
  readonly state: LedgerState;
  /** the queue without the transactions that are due */
  readonly sends: SendQueue;
  readonly landings: readonly Landing[];
}

/** Advances like the move `advance`; new blocks include the transactions that wait. */
export function advanceSends(now: MoveInput, count: bigint, options: AdvanceOptions, execute: Executor): MoveResult {
  let { sends, state } = now;
  checkAdvance(state, count, options);
  let remaining = count;
  for (; remaining > 0n && isWaiting(sends); remaining--) {
    const isNewBlock = makesNewBlock(sends, state);
    // skipped slots take no transactions, so they are passed at once
    if (isNewBlock && options.skip === true) break;
    const idle = isNewBlock ? minOf(idleBlocks(sends), remaining) : 0n;
    if (idle > 0n) {
      // blocks that take in no queued transaction are made at once
      const nextState = advance(state, idle, now.distance);
      [state, sends] = [withTipsBelowHolds(state, nextState, sends), countDown(sends, idle)];
      remaining -= idle - 1n;
    } else
      ({ sends, state } = isNewBlock
        ? addNextBlock({ ...now, sends, state }, [], execute)
        : advanceToKnownSlot({ ...now, sends, state }, options));
  }
  return remaining === 0n ? { state, sends } : { state: advance(state, remaining, now.distance, options), sends };
}

/** Makes the next block: the given transactions, and then those that are due in it. */
function addNextBlock(now: MoveInput, first: readonly Landing[], execute: Executor): MoveResult & Included {
  const due = takeDue(now);
  const landings = [...first, ...due.landings];
  const landed = nextBlock(due.state, landings, execute);
  const state = stateWithBlock(due.state, landed, now);
  const sends = queueAfterBlock(due.sends, landings, landed);
  const { assumed, failures, leftOut, signatures } = landed;
  return { state: withTipsBelowHolds(now.state, state, sends), sends, signatures, assumed, failures, leftOut };
}

/** The queue after a block: with the holds and drops that rules set for the block of their transactions, and with the outcome of bundles. */
function queueAfterBlock(
  sends: SendQueue,
  landings: readonly Landing[],
  { newBlock, ...included }: Omit<LandedBlock, 'assumed' | 'builtin'>,
): SendQueue {
  const { slot } = newBlock.block;
  let { drops, holds } = sends;
  let noted = noteLeftOut(withFailedBundles(sends, included), included.leftOut);
  for (const landing of landings) {
    if (!isIncluded(landing, included)) continue;
    const { bundle, outcome, parts } = landing;
    const again = parts.map(({ transaction }) => transaction);
    if (bundle !== undefined) noted = noteBundle(noted, bundle.id, { slot });
    if (outcome.kind === 'stopAt') holds = [...holds, { slot, commitment: outcome.commitment }];
    if (outcome.kind === 'fork')
      drops = [...drops, { slot, blocksToGo: outcome.dropAfter, again: outcome.landsAgain ? again : [] }];
  }
  return { ...noted, drops, holds };
}

/** The queue with the reasons why bundles are not in a block. */
function withFailedBundles(sends: SendQueue, { failures }: Pick<Included, 'failures'>): SendQueue {
  let noted = sends;
  for (const [id, failure] of failures) noted = noteBundle(noted, id, { failure });
  return noted;
}

/** A block that is written by hand, on the ledger from which the due blocks were dropped. */
export interface WrittenBlock {
  /** the ledger below the block */
  readonly state: LedgerState;
  /** Adds the due transactions after those of the block. */
  include(maker: BlockMaker): void;
  add(landed: Pick<LandedBlock, 'newBlock' | 'builtin'>): MoveResult;
}

/** Drops the blocks that are due, so that a block can be written by hand; `add` makes it the newest block. */
export function writtenBlock(now: MoveInput, execute: Executor): WrittenBlock {
  const { landings, sends, state } = takeDue(now);
  let included = NONE_INCLUDED;
  return {
    state,
    include(maker) {
      if (landings.length > 0) included = addLandings(maker, viewUnder(state, maker.header), landings, execute);
    },
    add: (landed) => ({
      state: stateWithBlock(state, landed, now),
      sends: queueAfterBlock(sends, landings, { ...landed, ...included }),
    }),
  };
}

/** The chain below a block, which need not be on the tip. */
function viewUnder(state: LedgerState, { parentSlot, slot }: BlockHeader): LedgerView {
  const cut = dropFutureSlots(state);
  const processed = parentChain(cut, parentSlot, slot);
  return processedView({ ...cut, chains: { ...cut.chains, processed } });
}

/** Whether the next slot gets a new block: it is after the slots of the ledger, or a transaction waits for it. */
function makesNewBlock(sends: SendQueue, state: LedgerState): boolean {
  return startSlot(state) >= lastSlot(state) || sends.queue.some(isForNextBlock);
}

/** Whether a transaction gets a new block in the next slot, also where the ledger has that slot already. */
function isForNextBlock({ outcome }: QueuedSend): boolean {
  return outcome.kind !== 'delay';
}

function isWaiting({ drops, queue }: SendQueue): boolean {
  return drops.length > 0 || queue.length > 0;
}

/** The number of next blocks that include no waiting transaction. */
function idleBlocks({ drops, queue }: SendQueue): bigint {
  return [...drops, ...queue].map(({ blocksToGo }) => blocksToGo - 1n).reduce(minOf);
}

/** The queue after this many blocks that took nothing in. A due transaction stays due until a block includes it. */
function countDown(sends: SendQueue, blocks: bigint): SendQueue {
  const later = <T extends QueuedSend | PlannedDrop>(waiting: T): T => {
    return { ...waiting, blocksToGo: maxOf(waiting.blocksToGo - blocks, 1n) };
  };
  return { ...sends, queue: sends.queue.map(later), drops: sends.drops.map(later) };
}

/** Advances to a slot that the ledger has already. Its block counts for queued transactions, and takes in none. */
function advanceToKnownSlot({ distance, sends, state }: MoveInput, options: AdvanceOptions): MoveResult {
  const nextState = advance(state, 1n, distance, options);
  const { tip } = nextState.chains.processed;
  const counted = nextState.history.block(tip) === undefined ? sends : countDown(sends, 1n);
  return { state: withTipsBelowHolds(state, nextState, counted), sends: counted };
}

/** Takes what is due in the next block out of the queue, and drops the blocks that are due to be dropped. */
function takeDue({ sends, state }: MoveInput): DueSends {
  if (!isWaiting(sends)) return { state, sends, landings: [] };
  const isDue = ({ blocksToGo }: QueuedSend | PlannedDrop) => blocksToGo <= 1n;
  const dueDrops = sends.drops.filter(isDue);
  const again = dueDrops.flatMap((drop) => drop.again).map((transaction) => groupOfOne(transaction, LANDS_AGAIN));
  const landings = [...sends.queue.filter(isDue), ...again].map((group) => ({ ...group, isAnswered: true as const }));
  const queue = sends.queue.filter((waiting) => !isDue(waiting));
  const drops = sends.drops.filter((drop) => !isDue(drop));
  return { ...dropBlocks(state, countDown({ ...sends, queue, drops }, 1n), dueDrops), landings };
}

/** Drops the lowest of these blocks, and everything above it. */
function dropBlocks(
  state: LedgerState,
  sends: SendQueue,
  dueDrops: readonly PlannedDrop[],
): Pick<DueSends, 'state' | 'sends'> {
  const { finalized, processed } = tipsOf(state);
  // tips that were set by hand may be beyond such a block, or below it; a reorganization may have dropped it
  const isLeft = (slot: bigint) => slot > finalized && slot <= processed && !isDropped(slot, state);
  const slots = dueDrops.map(({ slot }) => slot).filter(isLeft);
  const [first] = slots.toSorted(ascending);
  if (first === undefined) return { state, sends };
  const stays = ({ slot }: { readonly slot: bigint }) => slot < first;
  return {
    state: reorg(state, first).state,
    sends: { ...sends, drops: sends.drops.filter(stays), holds: sends.holds.filter(stays) },
  };
}

/** The ledger with a block on top. */
function stateWithBlock(
  state: LedgerState,
  { newBlock, builtin }: Pick<LandedBlock, 'newBlock' | 'builtin'>,
  { distance }: MoveInput,
): LedgerState {
  if (builtin.length === 0) return addBlocks(state, [newBlock], distance);
  // what every cluster has was there before anything was written
  const accounts = state.accounts.withReplaced(builtin, -1n);
  return addBlocks({ ...state, accounts }, [newBlock], distance);
}

/**
 * Finalizes the newest block. If the tips have a distance, processed and confirmed advance until they have it again: each distance is
 * skipped slots and one block, so that blockhashes stay valid. With holds or planned drops, no further slots are made, and the live
 * ledger keeps the tips below those blocks (`withTipsBelowHolds`).
 */
function finalizeNewest(now: MoveInput, execute: Executor): MoveResult {
  const { processed } = tipsOf(now.state);
  let moved: MoveResult = {
    state: withTips(now.state, { processed, confirmed: processed, finalized: processed }),
    sends: now.sends,
  };
  if (now.sends.drops.length + now.sends.holds.length > 0) return moved;
  const { confirmed, finalized } = now.distance;
  for (const slots of [finalized - confirmed, confirmed]) {
    if (slots === 0n) continue;
    moved = advanceSends({ ...now, ...moved }, slots - 1n, { skip: true }, execute);
    moved = advanceSends({ ...now, ...moved }, 1n, {}, execute);
  }
  return moved;
}

/**
 * Advances by one slot, to an empty block with the time of the machine's clock. Undefined: block times do not follow the clock, or do so
 * already, or the ledger has later slots.
 */
function startClock({ distance, machineTime, sends, state }: MoveInput): MoveResult | undefined {
  if (machineTime === undefined || startSlot(state) < lastSlot(state)) return undefined;
  const nextState = advance(state, 1n, distance, { notBefore: machineTime });
  return { state: withTipsBelowHolds(state, { ...nextState, hasMachineTime: true }, sends), sends };
}

/**
 * Moves to a slot, a time or an epoch, where it makes a block. Skipped slots cost nothing, and empty blocks are made when they are looked
 * at.
 *
 * @throws MoveError outOfRange: the target is not ahead
 */
export function warpSends(
  before: MoveInput,
  target: WarpTarget,
  options: Pick<AdvanceOptions, 'skip'>,
  execute: Executor,
): MoveResult {
  // times count from the clock of the machine, where the ledger follows it
  const now = { ...before, ...(before.movesByItself && startClock(before)) };
  const slots = slotsTo(now.state, target);
  if (slots === 1n) return advanceSends(now, 1n, {}, execute);
  const below = advanceSends(now, slots - 1n, options, execute);
  return advanceSends({ ...now, ...below }, 1n, {}, execute);
}

/** One slot of a ledger that moves by itself. */
export function tick(now: MoveInput, execute: Executor): MoveResult {
  const started = startClock(now);
  if (started !== undefined) return started;
  const isConfirmed = now.state.send.confirm === 'auto' && now.sends.queue.some(isForNextBlock);
  const moved = advanceOneSlot(now, execute);
  return isConfirmed ? finalizeNewest({ ...now, ...moved }, execute) : moved;
}

/** Advances by one slot; a new block has the votes on the one before it. */
function advanceOneSlot(now: MoveInput, execute: Executor): MoveResult {
  const { sends, state } = now;
  const isNewBlock = makesNewBlock(sends, state);
  const votes = isNewBlock ? ownVotes(state) : [];
  if (votes.length === 0) return advanceSends(now, 1n, {}, execute);
  checkAdvance(state, 1n, {});
  return addNextBlock(now, votes, execute);
}

/** The ledger after a move of which only the processed tip counts; the confirmed one goes back if its block was dropped. */
function withOnlyProcessedMoved(before: LedgerState, after: LedgerState): LedgerState {
  const tipsBefore = tipsOf(before);
  const { confirmed, processed } = tipsOf(after);
  return withTips(after, {
    processed,
    confirmed: minOf(tipsBefore.confirmed, confirmed),
    finalized: tipsBefore.finalized,
  });
}

/** Whether an accepted transaction comes into a block at once: it does not wait, and is not left out. */
export function landsAtOnce({ movesByItself }: Pick<MoveInput, 'movesByItself'>, { kind }: SendOutcome): boolean {
  return !movesByItself && kind !== 'delay' && kind !== 'drop' && kind !== 'refuse';
}

/** Whether two groups are the same transaction, or the same bundle. */
function isSameGroup(one: SendGroup, other: SendGroup): boolean {
  return (
    one.bundle?.id === other.bundle?.id &&
    one.parts[0]!.transaction.signatures[0] === other.parts[0]!.transaction.signatures[0]
  );
}

function isPart({ signature }: LeftOutSend, { parts }: SendGroup): boolean {
  return parts.some(({ transaction }) => transaction.signatures[0] === signature);
}

/** Sends what was accepted: it comes into the next block, into a later one, or into none. */
export function send(now: MoveInput, landing: Landing, execute: Executor): MoveResult & Pick<Included, 'assumed'> {
  const { sends, state } = now;
  const { outcome } = landing;
  const assumed: Included['assumed'] = [];
  if (!landsAtOnce(now, outcome)) {
    const isLeftOut = outcome.kind === 'drop' || outcome.kind === 'refuse';
    // a node sends the same transaction once
    if (isLeftOut || sends.queue.some((waiting) => isSameGroup(waiting, landing))) return { state, sends, assumed };
    const blocksToGo = outcome.kind === 'delay' ? outcome.blocks : 1n;
    return { state, sends: { ...sends, queue: [...sends.queue, { ...landing, blocksToGo }] }, assumed };
  }
  const next = addNextBlock(now, [landing], execute);
  // dropped by the leader: no block, no notification
  if (!isIncluded(landing, next)) {
    const noted = noteLeftOut(
      withFailedBundles(sends, next),
      next.leftOut.filter((one) => isPart(one, landing)),
    );
    return { state, sends: noted, assumed };
  }
  if (state.send.confirm === 'manual') return { ...next, state: withOnlyProcessedMoved(state, next.state) };
  return { ...finalizeNewest({ ...now, state: next.state, sends: next.sends }, execute), assumed: next.assumed };
}
