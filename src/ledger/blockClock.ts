import { encodeBase58 } from '../codec/base58.ts';
import { sha256 } from '../codec/bytes.ts';
import type { Blockhash } from '../solana/address.ts';
import type { Block } from '../solana/block.ts';
import { millisecondsBetween, type SlotMs } from './protocol.ts';

/** A time that is known, from which others are counted. */
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

/** Since 1970. */
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

/** The hash of a block that is not given one: it follows from the block before. */
export function derivedBlockhash(slot: bigint, parentHash: Blockhash): Blockhash {
  return hashOf(`stillnode block ${slot} after ${parentHash}`);
}

/** The hash of a block of which nothing is known but its slot. */
export function unknownBlockhash(slot: bigint): Blockhash {
  return hashOf(`stillnode block ${slot}`);
}

function hashOf(text: string): Blockhash {
  return encodeBase58(sha256(text)) as Blockhash;
}
