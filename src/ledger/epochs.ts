import { saturateU64, U64_MAX } from '../codec/bigints.ts';
import type { Account } from '../solana/account.ts';
import { type Address, EPOCH_SCHEDULE_SYSVAR } from '../solana/address.ts';
import { EPOCH_SCHEDULE } from '../solana/sysvars.ts';
import type { EpochSchedule } from './clusterFacts.ts';
import type { LedgerState } from './state.ts';

/**
 * The numbering of slots into epochs. A warm-up has epochs of 32, 64, 128 … slots; from `firstNormalSlot` on each epoch
 * has `slotsPerEpoch`. Slots and epochs are u64: a greater result is the greatest u64.
 *
 * Source   solana epoch-schedule 3.1
 * @module
 */

/** a warm-up starts with 2^5 slots an epoch */
const WARMUP_BITS = 5n;
const WARMUP_SLOTS = 1n << WARMUP_BITS;

/** The schedule of mainnet-beta, and of a test validator: two days of slots an epoch, no warm-up. */
export const DEFAULT_EPOCH_SCHEDULE: EpochSchedule = {
  slotsPerEpoch: 432_000n,
  leaderScheduleSlotOffset: 432_000n,
  warmup: false,
  firstNormalEpoch: 0n,
  firstNormalSlot: 0n,
};

/** A slot as an epoch and a place in it, counted from 0. */
export interface EpochPosition {
  readonly epoch: bigint;
  readonly slotIndex: bigint;
}

/** The schedule of `ledger.json`, else of the ledger's EpochSchedule sysvar, else mainnet's. */
export function epochScheduleOf({ accounts, chains, clusterFacts }: LedgerState): EpochSchedule {
  // not the derived sysvars: they are made by this schedule
  return clusterFacts.epochSchedule ?? epochScheduleIn(accounts.at(chains.processed));
}

/** The schedule of the EpochSchedule sysvar, else mainnet's. */
export function epochScheduleIn(accounts: { get(address: Address): Account | undefined }): EpochSchedule {
  const data = accounts.get(EPOCH_SCHEDULE_SYSVAR)?.data;
  return (data && EPOCH_SCHEDULE.tryDecode(data)) ?? DEFAULT_EPOCH_SCHEDULE;
}

/** The epoch of a slot, and the number of slots before it in that epoch; during the warm-up each epoch has twice the slots of the one before. */
export function epochPositionOf(schedule: EpochSchedule, slot: bigint): EpochPosition {
  const { firstNormalEpoch, firstNormalSlot, slotsPerEpoch } = schedule;
  if (slot < firstNormalSlot) return warmupPositionOf(slot);
  const index = slot - firstNormalSlot;
  if (slotsPerEpoch === 0n) return { epoch: firstNormalEpoch, slotIndex: 0n };
  return { epoch: saturateU64(firstNormalEpoch + index / slotsPerEpoch), slotIndex: index % slotsPerEpoch };
}

/** Epoch e of a warm-up starts at slot 32·(2^e − 1): with 32 added, the highest bit of a slot gives its epoch. */
function warmupPositionOf(slot: bigint): EpochPosition {
  const bits = (slot + WARMUP_SLOTS).toString(2).length;
  const epoch = BigInt(bits - 1) - WARMUP_BITS;
  return { epoch, slotIndex: slot - warmupStartOf(epoch) };
}

export function epochOf(schedule: EpochSchedule, slot: bigint): bigint {
  return epochPositionOf(schedule, slot).epoch;
}

/** The first slot of an epoch; beyond u64 the largest one. */
export function firstSlotOf(schedule: EpochSchedule, epoch: bigint): bigint {
  const { firstNormalEpoch, firstNormalSlot, slotsPerEpoch } = schedule;
  if (epoch <= firstNormalEpoch) return warmupStartOf(epoch);
  return saturateU64(saturateU64((epoch - firstNormalEpoch) * slotsPerEpoch) + firstNormalSlot);
}

function warmupStartOf(epoch: bigint): bigint {
  return saturateU64((powerOfTwo(epoch) - 1n) * WARMUP_SLOTS);
}

export function slotsInEpoch(schedule: EpochSchedule, epoch: bigint): bigint {
  return epoch < schedule.firstNormalEpoch ? powerOfTwo(epoch + WARMUP_BITS) : schedule.slotsPerEpoch;
}

/** The last epoch whose leaders are settled once `slot` is rooted. */
export function leaderScheduleEpochOf(schedule: EpochSchedule, slot: bigint): bigint {
  const { firstNormalEpoch, firstNormalSlot, leaderScheduleSlotOffset, slotsPerEpoch } = schedule;
  if (slot < firstNormalSlot) return warmupPositionOf(slot).epoch + 1n;
  if (slotsPerEpoch === 0n) return firstNormalEpoch;
  return saturateU64(firstNormalEpoch + saturateU64(slot - firstNormalSlot + leaderScheduleSlotOffset) / slotsPerEpoch);
}

function powerOfTwo(exponent: bigint): bigint {
  return exponent < 64n ? 1n << exponent : U64_MAX;
}
