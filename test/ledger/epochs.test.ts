import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EpochSchedule } from '../../src/ledger/clusterFacts.ts';
import {
  epochOf,
  epochPositionOf,
  epochScheduleOf,
  firstSlotOf,
  leaderScheduleEpochOf,
  slotsInEpoch,
} from '../../src/ledger/epochs.ts';
import { address } from '../../src/solana/address.ts';
import { testLedger } from '../support/testNode.ts';

const U64_MAX = 2n ** 64n - 1n;
const MAINNET: EpochSchedule = {
  slotsPerEpoch: 432_000n,
  leaderScheduleSlotOffset: 432_000n,
  warmup: false,
  firstNormalEpoch: 0n,
  firstNormalSlot: 0n,
};
/** What a genesis with a warm-up to 8192 slots an epoch makes: 32 + 64 + … + 4096 slots before it. */
const WARMUP: EpochSchedule = {
  slotsPerEpoch: 8192n,
  leaderScheduleSlotOffset: 8192n,
  warmup: true,
  firstNormalEpoch: 8n,
  firstNormalSlot: 8160n,
};

const slots = fc.bigInt(0n, U64_MAX);
const schedules: fc.Arbitrary<EpochSchedule> = fc
  .record({ warmupEpochs: fc.integer({ min: 0, max: 20 }), slotsPerEpoch: fc.bigInt(32n, 2n ** 40n) })
  .map(({ warmupEpochs, slotsPerEpoch }) => ({
    slotsPerEpoch,
    leaderScheduleSlotOffset: slotsPerEpoch,
    warmup: warmupEpochs > 0,
    firstNormalEpoch: BigInt(warmupEpochs),
    firstNormalSlot: Array.from({ length: warmupEpochs }, (_, epoch) => 32n << BigInt(epoch)).reduce(
      (a, b) => a + b,
      0n,
    ),
  }));

describe('epochs', () => {
  it('follow one another without a gap', () => {
    fc.assert(
      fc.property(schedules, fc.bigInt(0n, 2n ** 20n), (schedule, epoch) => {
        const next = firstSlotOf(schedule, epoch) + slotsInEpoch(schedule, epoch);
        expect(firstSlotOf(schedule, epoch + 1n)).toBe(next);
      }),
    );
  });

  it('hold the slots that they are made of', () => {
    fc.assert(
      fc.property(schedules, slots, (schedule, slot) => {
        const { epoch, slotIndex } = epochPositionOf(schedule, slot);
        expect(firstSlotOf(schedule, epoch) + slotIndex).toBe(slot);
        expect(slotIndex).toBeLessThan(slotsInEpoch(schedule, epoch));
        expect(epochOf(schedule, slot)).toBe(epoch);
      }),
    );
  });

  it('have their leaders settled one epoch ahead', () => {
    fc.assert(
      fc.property(schedules, fc.bigInt(0n, 2n ** 63n), (schedule, slot) => {
        expect(leaderScheduleEpochOf(schedule, slot)).toBe(epochOf(schedule, slot) + 1n);
      }),
    );
  });

  it.each([
    [0n, 0n, 0n],
    [31n, 0n, 31n],
    [32n, 1n, 0n],
    [95n, 1n, 63n],
    [96n, 2n, 0n],
    [8159n, 7n, 4095n],
    [8160n, 8n, 0n],
    [8160n + 8192n, 9n, 0n],
  ])('slot %d of a warm-up is in epoch %d at %d', (slot, epoch, slotIndex) => {
    expect(epochPositionOf(WARMUP, slot)).toEqual({ epoch, slotIndex });
  });

  it.each([
    [0n, 0n],
    [1n, 432_000n],
    [800n, 345_600_000n],
    [2n ** 63n, U64_MAX],
    [U64_MAX, U64_MAX],
  ])('epoch %d of mainnet starts at slot %d', (epoch, slot) => {
    expect(firstSlotOf(MAINNET, epoch)).toBe(slot);
  });

  it('ends where u64 does', () => {
    expect(epochPositionOf(MAINNET, U64_MAX)).toEqual({ epoch: 42_700_796_466_920n, slotIndex: 111_615n });
    expect(leaderScheduleEpochOf(MAINNET, U64_MAX)).toBe(42_700_796_466_920n);
  });

  it('settles leaders earlier or later by the offset', () => {
    const offset = (leaderScheduleSlotOffset: bigint) => ({ ...MAINNET, leaderScheduleSlotOffset });
    expect(leaderScheduleEpochOf(offset(0n), 432_000n)).toBe(1n);
    expect(leaderScheduleEpochOf(offset(1n), 431_999n)).toBe(1n);
    expect(leaderScheduleEpochOf(offset(864_000n), 0n)).toBe(2n);
  });

  it('survive a schedule without slots, as the node does', () => {
    const none = { ...MAINNET, slotsPerEpoch: 0n, firstNormalEpoch: 3n };
    expect(epochPositionOf(none, 77n)).toEqual({ epoch: 3n, slotIndex: 0n });
    expect(leaderScheduleEpochOf(none, 77n)).toBe(3n);
  });
});

describe('epochScheduleOf', () => {
  const data = Buffer.alloc(33);
  data.writeBigUInt64LE(8192n, 0);
  data.writeBigUInt64LE(8192n, 8);
  data.writeUInt8(1, 16);
  data.writeBigUInt64LE(8n, 17);
  data.writeBigUInt64LE(8160n, 25);
  const sysvar = { address: address('SysvarEpochSchedu1e111111111111111111111111'), data };

  it('is what ledger.json says, else the sysvar account, else that of mainnet', () => {
    const epochSchedule = { ...MAINNET, slotsPerEpoch: 64n };
    expect(epochScheduleOf(testLedger({ accounts: [sysvar], cluster: { epochSchedule } }))).toEqual(epochSchedule);
    expect(epochScheduleOf(testLedger({ accounts: [sysvar] }))).toEqual(WARMUP);
    expect(epochScheduleOf(testLedger({}))).toEqual(MAINNET);
  });

  it('takes no sysvar that is too short', () => {
    const short = { ...sysvar, data: data.subarray(0, 32) };
    expect(epochScheduleOf(testLedger({ accounts: [short] }))).toEqual(MAINNET);
  });
});
