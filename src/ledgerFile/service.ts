/**
 * Members about the node itself: performance samples and snapshots.
 * @module
 */

import type { Cursor } from '../document/cursor.ts';
import { readList, readNullable, readU16, readU64 } from '../document/readers.ts';
import type { PerformanceSample, SnapshotSlots } from '../ledger/cluster.ts';
import { readRecord } from './composite.ts';

/** As getRecentPerformanceSamples answers: newest first. */
export function readPerformanceSamples(at: Cursor): readonly PerformanceSample[] | undefined {
  const samples = readList(at, readSample);
  samples?.forEach(({ slot }, i) => {
    const newer = samples[i - 1]?.slot;
    if (newer !== undefined && slot >= newer)
      at.item(i).member('slot').refuse(`expected a slot below ${newer}, that of the sample before, found ${slot}`);
  });
  return samples;
}

function readSample(at: Cursor): PerformanceSample | undefined {
  return readRecord<PerformanceSample>(at, {
    slot: readU64,
    numSlots: readU64,
    numTransactions: readU64,
    numNonVoteTransactions: readU64,
    samplePeriodSecs: readU16,
  });
}

/** As getHighestSnapshotSlot answers. */
export function readSnapshots(at: Cursor): SnapshotSlots | undefined {
  const slots = readRecord<SnapshotSlots>(at, {
    full: readU64,
    incremental: (slot) => readNullable(slot, readU64),
  });
  if (slots === undefined || slots.incremental === null || slots.incremental > slots.full) return slots;
  return at
    .member('incremental')
    .refuse(`expected a slot above the full one, ${slots.full}, found ${slots.incremental}`);
}
