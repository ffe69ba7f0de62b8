import type { ByteReader } from '../codec/bytes.ts';
import {
  bool,
  type Codec,
  f64,
  fields,
  i64,
  nullable,
  struct,
  type TypeOf,
  u8,
  u64,
  u64Text,
  u128Text,
  vec,
} from '../codec/struct.ts';
import { blockhash } from './pubkey.ts';

/**
 * The layouts of sysvars.
 *
 * Source   sysvar 4.0, clock 3.0, epoch-schedule 3.1, rent 4.1, slot-hashes 3.0, epoch-rewards 3.0, slot-history 3.0,
 *          stake-interface 3.0
 * @module
 */

/** Times are Unix seconds. */
export const CLOCK = struct({
  slot: u64,
  epochStartTimestamp: i64,
  epoch: u64,
  leaderScheduleEpoch: u64,
  unixTimestamp: i64,
});
export type Clock = TypeOf<typeof CLOCK>;

export const EPOCH_SCHEDULE = struct({
  slotsPerEpoch: u64,
  leaderScheduleSlotOffset: u64,
  warmup: bool,
  firstNormalEpoch: u64,
  firstNormalSlot: u64,
});

/** The price is multiplied by the threshold, which was a number of years once, and is 1 today. */
export const RENT = struct({ lamportsPerByte: u64, exemptionThreshold: f64, burnPercent: u8 });

const feeCalculator = struct({ lamportsPerSignature: u64Text });
export const FEES = struct({ feeCalculator });
const RECENT_BLOCKHASH = struct({ blockhash, feeCalculator });
export const RECENT_BLOCKHASHES = vec(RECENT_BLOCKHASH);
export const MAX_RECENT_BLOCKHASHES = 150;
export const RECENT_BLOCKHASHES_BYTES: number = u64.size + MAX_RECENT_BLOCKHASHES * RECENT_BLOCKHASH.size;

const SLOT_HASH = struct({ slot: u64, hash: blockhash });
/** Newest first. */
export const SLOT_HASHES = vec(SLOT_HASH);
/** Slots with a block that the node remembers by hash. Source   solana slot-hashes 3.0 MAX_ENTRIES */
export const MAX_SLOT_HASHES = 512;
export const SLOT_HASHES_BYTES: number = u64.size + MAX_SLOT_HASHES * SLOT_HASH.size;

const STAKE_OF_EPOCH = struct({
  epoch: u64,
  stakeHistory: struct({ effective: u64, activating: u64, deactivating: u64 }),
});
/** Newest first. */
export const STAKE_HISTORY = vec(STAKE_OF_EPOCH);
export const MAX_STAKE_EPOCHS = 512;
export const STAKE_HISTORY_BYTES: number = u64.size + MAX_STAKE_EPOCHS * STAKE_OF_EPOCH.size;

const BLOCK_BYTES = 8;

/** Bytes behind a u64 that counts them eight at a time. */
const blocksOfBits: Codec<Uint8Array> = {
  // a count that a double cannot hold is past the end all the same
  read: (data: ByteReader) => data.take(Number(data.u64()) * BLOCK_BYTES),
  write: (to, bits) => to.u64(BigInt(bits.length / BLOCK_BYTES)).append(bits),
};

/** A bit for each of the last slots, lowest bit of the first byte first: that of a slot is its number modulo `SLOT_HISTORY_BITS`. */
export const SLOT_HISTORY = fields({ bits: nullable(blocksOfBits), numBits: u64, nextSlot: u64 });
export const SLOT_HISTORY_BITS = 1024 * 1024;

export const LAST_RESTART_SLOT = struct({ lastRestartSlot: u64 });

export const EPOCH_REWARDS = struct({
  distributionStartingBlockHeight: u64,
  numPartitions: u64,
  parentBlockhash: blockhash,
  totalPoints: u128Text,
  totalRewards: u64Text,
  distributedRewards: u64Text,
  active: bool,
});

/** The Clock sysvar; undefined: its data is too short. */
export function decodeClock(data: Uint8Array | undefined): Clock | undefined {
  return data && CLOCK.tryDecode(data);
}

/** The slots of the SlotHashes sysvar, newest first; empty for a missing account. */
export function decodeHashedSlots(data: Uint8Array | undefined): readonly bigint[] {
  if (data === undefined || data.length < u64.size) return [];
  const entries = data.subarray(u64.size);
  const count = Math.min(
    Number(struct({ count: u64 }).get(data, 'count')),
    Math.floor(entries.length / SLOT_HASH.size),
  );
  return Array.from({ length: count }, (_, i) => SLOT_HASH.get(entries.subarray(i * SLOT_HASH.size), 'slot'));
}
