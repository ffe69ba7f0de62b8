import { earlierOf, laterOf, U64_MAX } from '../../codec/bigints.ts';
import { isActive } from '../../gates.ts';
import { emptyBlocks } from '../chainEnd.ts';
import { chainTo } from '../history/chain.ts';
import { HOW_TO_CHOOSE_TOWER, refuseConsensus } from '../protocol.ts';
import type { LedgerState } from '../state.ts';
import { type CommitmentDistance, lastSlot, type Tips, tipsAt, tipsOf, withTips } from '../tips.ts';

/**
 * The slot from which the processed tip advances: its own, or the last one that was dropped above it, as a slot never gets a second
 * block.
 */
export function startSlot({ chains, dropped, history }: LedgerState): bigint {
  const { tip } = chains.processed;
  const { lastSlot } = history;
  if (lastSlot === undefined || lastSlot <= tip) return tip;
  for (const range of dropped.outside({ first: tip + 1n, last: lastSlot }))
    if (history.indexOf(range.first) < history.indexOf(range.last + 1n)) return tip;
  return lastSlot;
}

/** The ledger without what lies ahead of the processed tip; blocks that were dropped just above it are still known. */
export function dropFutureSlots(state: LedgerState): LedgerState {
  const end = startSlot(state);
  const history = state.history.upTo(end);
  const accounts = state.accounts.upTo(end);
  const isLonger = history !== state.history || accounts !== state.accounts || state.passedUpTo !== end;
  if (!isLonger && state.dropped.ranges.length === 0) return state;
  return { ...state, history, accounts, passedUpTo: end, dropped: state.dropped.upTo(end) };
}

/** A move that a ledger cannot make: it stays as it was. */
export class MoveError extends Error {
  /** `outOfRange`: a slot that the finalized tip has passed, or beyond what the ledger knows */
  readonly reason: 'outOfRange' | 'invalid';

  constructor(reason: MoveError['reason'], message: string) {
    super(message);
    this.name = 'MoveError';
    this.reason = reason;
  }
}

/**
 * Slots below `firstAvailable` count as cleaned up, besides those that do already.
 *
 * @throws MoveError outOfRange: beyond the finalized tip
 */
export function prune(state: LedgerState, firstAvailable: bigint): LedgerState {
  const { tip } = state.chains.finalized;
  if (firstAvailable > tip)
    throw new MoveError(
      'outOfRange',
      `slot ${firstAvailable} is above the finalized tip, slot ${tip}: it cannot be cleaned up below`,
    );
  const before = state.cleanedUpBefore ?? 0n;
  return { ...state, cleanedUpBefore: laterOf(firstAvailable, before) };
}

/** The recent window of statuses begins after the finalized tip. */
export function expireStatuses(state: LedgerState): LedgerState {
  const start = state.chains.finalized.tip + 1n;
  return { ...state, statusesExpiredBefore: start, statusWindowStart: start };
}

/**
 * Sets tips to slots of the ledger, forward or back. Other tips move only as far as the order of the tips requires.
 *
 * @throws MoveError outOfRange: the ledger does not know the slot; invalid: the order is wrong, or two tips that are one differ
 */
export function setTips(state: LedgerState, chosen: Partial<Tips>): LedgerState {
  for (const [name, slot] of Object.entries(chosen)) checkRange(state, name, slot);
  const tips = inOrder(tipsOf(state), asOne(state, chosen));
  if (tips.finalized > tips.confirmed || tips.confirmed > tips.processed)
    throw new MoveError(
      'invalid',
      `the order is finalized ≤ confirmed ≤ processed, not ${tips.finalized}, ${tips.confirmed}, ${tips.processed}`,
    );
  return withTips(state, tips);
}

/** Sets confirmed and finalized together, as Alpenglow does. */
function asOne(state: LedgerState, tips: Partial<Tips>): Partial<Tips> {
  const { confirmed, finalized } = tips;
  const one = confirmed ?? finalized;
  const { alpenglowFrom } = state.protocol;
  const isOne =
    isActive(alpenglowFrom, state.chains.confirmed.tip) || (one !== undefined && isActive(alpenglowFrom, one));
  if (one === undefined || !isOne) return tips;
  if (finalized !== undefined && finalized !== one)
    throw new MoveError(
      'invalid',
      `under Alpenglow, confirmed and finalized are one tip: it cannot be at slot ${one} and at slot ${finalized}; ${HOW_TO_CHOOSE_TOWER}`,
    );
  return { ...tips, confirmed: one, finalized: one };
}

/**
 * The cluster decides by Alpenglow from a slot on.
 *
 * @param slot default: the next one
 * @throws MoveError invalid: the version has no Alpenglow, or a slot is set already; outOfRange: the slot has passed
 */
export function migrate(state: LedgerState, slot = state.chains.processed.tip + 1n): LedgerState {
  const { protocol } = state;
  const refusal = refuseConsensus(protocol.version);
  if (refusal !== undefined) throw new MoveError('invalid', refusal);
  if (protocol.alpenglowFrom !== undefined)
    throw new MoveError('invalid', `this ledger decides by Alpenglow from slot ${protocol.alpenglowFrom} on already`);
  const { tip } = state.chains.processed;
  if (slot <= tip)
    throw new MoveError('outOfRange', `slot ${slot} has passed: the processed tip is slot ${tip}, give a later one`);
  return { ...state, protocol: { ...protocol, alpenglowFrom: slot } };
}

function checkRange(state: LedgerState, name: string, slot: bigint | undefined): void {
  const last = lastSlot(state);
  const first = state.cleanedUpBefore ?? 0n;
  if (slot !== undefined && slot > last)
    throw new MoveError(
      'outOfRange',
      `${name}: slot ${slot} is beyond the end of the ledger, slot ${last}: advance adds blocks`,
    );
  if (slot !== undefined && slot < first)
    throw new MoveError('outOfRange', `${name}: slot ${slot} is cleaned up, the first one that is left is ${first}`);
}

function inOrder(before: Tips, tips: Partial<Tips>): Tips {
  const { confirmed = 0n, finalized = 0n } = tips;
  const processed = tips.processed ?? laterOf(before.processed, laterOf(confirmed, finalized));
  const atConfirmed = tips.confirmed ?? earlierOf(laterOf(before.confirmed, finalized), processed);
  return { processed, confirmed: atConfirmed, finalized: tips.finalized ?? earlierOf(before.finalized, atConfirmed) };
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
  if (tip > U64_MAX) throw new MoveError('outOfRange', `slot ${tip} is beyond the last one that there is, ${U64_MAX}`);
  if (!skip && tip - last > MAX_NEW_BLOCKS)
    throw new MoveError('outOfRange', `${tip - last} new blocks at once are too many: at most ${MAX_NEW_BLOCKS}`);
}

function withEmptyBlocks(state: LedgerState, last: bigint, tip: bigint, notBefore: bigint | undefined): LedgerState {
  const { chains, dropped, history } = state;
  const chain = chainTo(last, history, dropped, chains.processed);
  return { ...state, history: history.withEmptyRun(emptyBlocks(state, chain, last + 1n, tip, notBefore)) };
}
