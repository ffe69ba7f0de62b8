import type { LeaderSlots } from '../../src/ledger/clusterFacts.ts';
import type { Address } from '../../src/solana/address.ts';
import type { LedgerSpec } from './testNode.ts';
import { namedAddress } from './transactions.ts';

/** A ledger whose epochs have 32 slots and whose leaders take turns of four; those of epochs 0 and 1 are given. */

/** In the order of their text, in which answers have them. */
export const [ANNA, BEN, CARL] = ['anna', 'ben', 'carl'].map(namedAddress).sort() as [Address, Address, Address];
const SLOTS_PER_EPOCH = 32;

export const EPOCH_SCHEDULE = {
  slotsPerEpoch: BigInt(SLOTS_PER_EPOCH),
  leaderScheduleSlotOffset: BigInt(SLOTS_PER_EPOCH),
  warmup: false,
  firstNormalEpoch: 0n,
  firstNormalSlot: 0n,
};

/** The leader of a slot: Anna and Ben in epoch 0, Ben and Carl in epoch 1, by turns. */
export function leaderOf(slot: number): Address {
  const isEven = Math.floor(slot / 4) % 2 === 0;
  return slot < SLOTS_PER_EPOCH ? (isEven ? ANNA : BEN) : isEven ? BEN : CARL;
}

export function scheduleOf(epoch: number, has: (index: number) => boolean = () => true): LeaderSlots {
  const schedule = new Map<Address, number[]>();
  for (let index = 0; index < SLOTS_PER_EPOCH; index++) {
    const leader = leaderOf(epoch * SLOTS_PER_EPOCH + index);
    if (has(index)) schedule.set(leader, [...(schedule.get(leader) ?? []), index]);
  }
  return schedule;
}

export const LEADERS: LedgerSpec = {
  blocks: [
    { slot: 1 },
    { slot: 4 },
    { slot: 30, parentSlot: 4 },
    { slot: 33, parentSlot: 30 },
    { slot: 40, parentSlot: 33 },
  ],
  finalized: 30,
  confirmed: 33,
  processed: 40,
  cluster: {
    epochSchedule: EPOCH_SCHEDULE,
    leaderSchedules: new Map([
      [0n, scheduleOf(0)],
      [1n, scheduleOf(1)],
    ]),
  },
};

export const NO_SCHEDULE: string =
  '{"code":-32603,"message":"This ledger does not say its leader schedule: put `leaderSchedules` into ledger.json","data":{"reason":"notInLedger"}}';
