import { maxOf, minOf } from '../../codec/bigints.ts';
import { encode } from '../../codec/struct.ts';
import { epochOf, leaderScheduleEpochOf } from '../../ledger/epochs.ts';
import { LAMPORTS_PER_SIGNATURE } from '../../solana/fees.ts';
import {
  CLOCK,
  EPOCH_REWARDS,
  EPOCH_SCHEDULE,
  LAST_RESTART_SLOT,
  MAX_RECENT_BLOCKHASHES,
  MAX_SLOT_HASHES,
  MAX_STAKE_EPOCHS,
  RECENT_BLOCKHASHES,
  RECENT_BLOCKHASHES_BYTES,
  RENT,
  SLOT_HASHES,
  SLOT_HASHES_BYTES,
  SLOT_HISTORY,
  SLOT_HISTORY_BITS,
  STAKE_HISTORY,
  STAKE_HISTORY_BYTES,
} from '../../solana/sysvars.ts';
import type { WellKnownName } from '../../solana/wellKnown.ts';
import type { SysvarFacts } from './sysvarFacts.ts';

/**
 * The bytes of sysvars after a slot is processed.
 *
 * Source   agave 4.1 runtime bank.rs; sysvar 4.0, clock 3.0, epoch-schedule 3.1, rent 4.1, slot-hashes 3.0, slot-history 3.0
 * @module
 */

/** The bytes of each sysvar, by its name in scripts. */
export const SYSVAR_BYTES = {
  clock: clockBytes,
  epochSchedule: epochScheduleBytes,
  epochRewards: () => new Uint8Array(EPOCH_REWARDS.size),
  lastRestartSlot: () => new Uint8Array(LAST_RESTART_SLOT.size),
  recentBlockhashes: recentBlockhashesBytes,
  rent: rentBytes,
  slotHashes: slotHashesBytes,
  slotHistory: slotHistoryBytes,
  stakeHistory: stakeHistoryBytes,
} satisfies Partial<Record<WellKnownName, (facts: SysvarFacts) => Uint8Array>>;

function clockBytes({ slot, schedule, epochStartTimestamp, unixTimestamp }: SysvarFacts): Uint8Array {
  const leaderScheduleEpoch = leaderScheduleEpochOf(schedule, slot);
  return CLOCK.encode({
    slot,
    epochStartTimestamp,
    epoch: epochOf(schedule, slot),
    leaderScheduleEpoch,
    unixTimestamp,
  });
}

function rentBytes({ lamportsPerByte }: SysvarFacts): Uint8Array {
  return RENT.encode({ lamportsPerByte, exemptionThreshold: 1, burnPercent: 50 });
}

function epochScheduleBytes({ schedule }: SysvarFacts): Uint8Array {
  return EPOCH_SCHEDULE.encode(schedule);
}

/** The last blocks, that of `slot` too. */
function recentBlockhashesBytes({ blocks }: SysvarFacts): Uint8Array {
  // fees begin after the genesis block
  const recent = takeFirst(MAX_RECENT_BLOCKHASHES, blocks).map(({ blockhash, slot }) => ({
    blockhash,
    feeCalculator: { lamportsPerSignature: slot === 0n ? '0' : `${LAMPORTS_PER_SIGNATURE}` },
  }));
  return padded(encode(RECENT_BLOCKHASHES, recent), RECENT_BLOCKHASHES_BYTES);
}

/** The blocks before `slot`: fixtures have no bank hashes, so block hashes are used instead. */
function slotHashesBytes({ slot: tip, blocks }: SysvarFacts): Uint8Array {
  const before = takeFirst(MAX_SLOT_HASHES + 1, blocks)
    .filter(({ slot }) => slot < tip)
    .slice(0, MAX_SLOT_HASHES)
    .map(({ slot, blockhash }) => ({ slot, hash: blockhash }));
  return padded(encode(SLOT_HASHES, before), SLOT_HASHES_BYTES);
}

/** The epochs before that of `slot`, newest first: all stake was effective in each. Empty where the stake is not known. */
function stakeHistoryBytes({ slot, schedule, stake }: SysvarFacts): Uint8Array {
  const epoch = stake === undefined ? 0n : epochOf(schedule, slot);
  const count = Number(minOf(epoch, BigInt(MAX_STAKE_EPOCHS)));
  const stakeHistory = { effective: stake ?? 0n, activating: 0n, deactivating: 0n };
  const epochs = Array.from({ length: count }, (_, i) => ({ epoch: epoch - 1n - BigInt(i), stakeHistory }));
  return padded(encode(STAKE_HISTORY, epochs), STAKE_HISTORY_BYTES);
}

const HISTORY_SLOTS = BigInt(SLOT_HISTORY_BITS);

/** A bit for each of the last slots, which is set if its block is known; that of slot 0 is set from the beginning. */
function slotHistoryBytes({ slot: tip, slots }: SysvarFacts): Uint8Array {
  const bits = new Uint8Array(Number(HISTORY_SLOTS / 8n));
  if (tip < HISTORY_SLOTS) bits[0] = 1;
  for (const { first, last } of slots) {
    if (tip - last >= HISTORY_SLOTS) break;
    const start = Number(maxOf(first, tip - HISTORY_SLOTS + 1n) % HISTORY_SLOTS);
    const end = Number(last % HISTORY_SLOTS);
    if (start <= end) setBits(bits, start, end);
    else {
      setBits(bits, start, SLOT_HISTORY_BITS - 1);
      setBits(bits, 0, end);
    }
  }
  return SLOT_HISTORY.encode({ bits, numBits: HISTORY_SLOTS, nextSlot: tip + 1n });
}

/** Sets the bits between two, both included. */
function setBits(bits: Uint8Array, start: number, end: number): void {
  let bit = start;
  for (; bit <= end && (bit & 7) !== 0; bit++) bits[bit >> 3]! |= 1 << (bit & 7);
  const wholeBytes = (end + 1) >> 3;
  if (bit >> 3 < wholeBytes) {
    bits.fill(0xff, bit >> 3, wholeBytes);
    bit = wholeBytes << 3;
  }
  for (; bit <= end; bit++) bits[bit >> 3]! |= 1 << (bit & 7);
}

function takeFirst<T>(count: number, items: Iterable<T>): readonly T[] {
  const firstItems: T[] = [];
  for (const item of items) {
    if (firstItems.length === count) break;
    firstItems.push(item);
  }
  return firstItems;
}

function padded(bytes: Uint8Array, length: number): Uint8Array {
  const data = new Uint8Array(length);
  data.set(bytes);
  return data;
}
