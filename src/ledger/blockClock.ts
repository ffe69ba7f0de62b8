import type { Block } from '../solana/block.ts';
import { millisecondsBetween, type SlotMs } from './protocol.ts';

/** The known time of one slot, from which the times of other slots are calculated. */
export interface BlockClock {
  readonly slot: bigint;
  /** since 1970 */
  readonly milliseconds: bigint;
  readonly slotMs: SlotMs;
}

/** The default time of slot 0. */
const GENESIS_MILLISECONDS = 1_700_000_000_000n;

export function genesisClock(slotMs: SlotMs): BlockClock {
  return { slot: 0n, milliseconds: GENESIS_MILLISECONDS, slotMs };
}

/** The time of a block; undefined where it has none. */
export function clockOf(
  {
    blockTimeMilliseconds = 0n,
    blockTimeSeconds,
    slot,
  }: Pick<Block, 'blockTimeMilliseconds' | 'blockTimeSeconds' | 'slot'>,
  slotMs: SlotMs,
): BlockClock | undefined {
  if (typeof blockTimeSeconds !== 'bigint') return undefined;
  return { slot, milliseconds: blockTimeSeconds * 1000n + blockTimeMilliseconds, slotMs };
}

/** The time of a slot, in milliseconds since 1970. */
export function millisecondsAt(slot: bigint, clock: BlockClock): bigint {
  return clock.milliseconds + millisecondsBetween(clock.slot, slot, clock.slotMs);
}

/** The members of a block that give its time: whole seconds, rounded down, and the rest. */
export function timeAt(
  slot: bigint,
  clock: BlockClock,
): Pick<Block, 'blockTimeMilliseconds'> & { readonly blockTimeSeconds: bigint } {
  const milliseconds = millisecondsAt(slot, clock);
  const remainder = ((milliseconds % 1000n) + 1000n) % 1000n;
  const blockTimeSeconds = (milliseconds - remainder) / 1000n;
  return remainder === 0n ? { blockTimeSeconds } : { blockTimeSeconds, blockTimeMilliseconds: remainder };
}
