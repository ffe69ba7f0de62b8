import { maxOf } from '../../codec/bigints.ts';
import { type BlockClock, genesisClock, timeAt } from '../blockClock.ts';
import { clockAt } from '../chainEnd.ts';
import { epochOf, epochScheduleOf, firstSlotOf } from '../epochs.ts';
import type { LedgerState } from '../state.ts';
import { startSlot } from './advance.ts';
import { MoveError } from './moveError.ts';

/** The target of a warp: exactly one member. */
export interface WarpTarget {
  readonly slot?: bigint;
  /** number of slots, as `stillnode_advance` counts */
  readonly slots?: bigint;
  /** Unix seconds: the first slot whose block time is not below it */
  readonly time?: bigint;
  /** seconds from the block time of the processed tip on */
  readonly seconds?: bigint;
  /** an epoch: the target is its first slot */
  readonly epoch?: bigint;
  /** epochs from that of the processed tip on */
  readonly epochs?: bigint;
}

/**
 * The number of slots from the processed tip to a target, as `advance` counts. If slots above the tip were dropped, a time or an epoch is
 * reached in the first slot above them: a slot never gets a second block.
 *
 * @throws MoveError outOfRange: the target is not ahead
 */
export function slotsTo(state: LedgerState, target: WarpTarget): bigint {
  const { tip } = state.chains.processed;
  const start = startSlot(state);
  if (target.slots !== undefined) return assertAhead(start + target.slots, start) - start;
  if (target.slot !== undefined) {
    if (target.slot > tip && target.slot <= start)
      throw new MoveError(
        'outOfRange',
        `slot ${target.slot} is dropped, and a slot never gets a second block: the next one is slot ${start + 1n}`,
      );
    return assertAhead(target.slot, tip) - start;
  }
  return maxOf(assertAhead(slotOf(state, target), tip), start + 1n) - start;
}

function assertAhead(slot: bigint, start: bigint): bigint {
  if (slot > start) return slot;
  throw notAhead(`slot ${slot}`, `slot ${start}`);
}

/** The first slot of an epoch, or with a time. */
function slotOf(state: LedgerState, { epoch, epochs, seconds, time }: WarpTarget): bigint {
  const { tip } = state.chains.processed;
  const schedule = epochScheduleOf(state);
  if (epoch !== undefined) return firstSlotOf(schedule, epoch);
  if (epochs !== undefined) return firstSlotOf(schedule, epochOf(schedule, tip) + epochs);
  const { slotMs } = state.protocol.gates;
  const clock = clockAt(state.history, state.chains.processed, slotMs) ?? genesisClock(slotMs);
  const now = timeAt(tip, clock).blockTimeSeconds;
  const target = time ?? now + seconds!;
  if (target <= now) throw notAhead(`time ${target}`, now);
  return firstSlotAt(target, tip, clock);
}

function notAhead(target: string, start: bigint | string): MoveError {
  return new MoveError('outOfRange', `${target} is not ahead: the ledger only moves forward, and is at ${start}`);
}

/** The first slot above the tip with a block time of at least `seconds`. @param seconds later than the time of the tip */
function firstSlotAt(seconds: bigint, tip: bigint, clock: BlockClock): bigint {
  const isReached = (slot: bigint) => timeAt(slot, clock).blockTimeSeconds >= seconds;
  let step = 1n;
  while (!isReached(tip + step)) step *= 2n;
  let [below, reached] = [tip + step / 2n, tip + step];
  if (step === 1n) return reached;
  while (reached - below > 1n) {
    const middle = (below + reached) / 2n;
    if (isReached(middle)) reached = middle;
    else below = middle;
  }
  return reached;
}
