/**
 * Who leads which slot, from the schedules that `ledger.json` gives.
 *
 * Source   agave 4.1 leader_schedule_cache.rs, rpc.rs get_slot_leaders
 * @module
 */
import type { Address } from '../model/address.ts';
import type { LeaderSchedule, LeaderSlots, LeadersInTurn } from './cluster.ts';
import { epochPositionOf, epochScheduleOf, leaderScheduleEpochOf, slotsInEpoch } from './epochs.ts';
import type { LedgerState } from './state.ts';

/** Why leaders are not known: a node would have no schedule of that epoch either, or `ledger.json` leaves them out. */
type Unknown = { readonly kind: 'unavailable'; readonly epoch: bigint } | { readonly kind: 'notInLedger' };

export type EpochLeaders = { readonly kind: 'known'; readonly schedule: LeaderSchedule } | Unknown;
export type SlotLeaders = { readonly kind: 'known'; readonly leaders: readonly Address[] } | Unknown;

/** A ledger that gives schedules has those of its node. One that gives none cannot have the schedules of epochs that no node knows yet. */
export function epochLeadersOf(ledger: LedgerState, epoch: bigint): EpochLeaders {
  const { leaderSchedules } = ledger.cluster;
  const schedule = leaderSchedules?.get(epoch);
  if (schedule !== undefined) return { kind: 'known', schedule };
  const settled = leaderScheduleEpochOf(epochScheduleOf(ledger), ledger.chains.finalized.tip);
  return leaderSchedules === undefined && epoch <= settled ? { kind: 'notInLedger' } : { kind: 'unavailable', epoch };
}

/** The leaders of `count` slots in a row, across epochs where need be. */
export function slotLeadersFrom(ledger: LedgerState, firstSlot: bigint, count: number): SlotLeaders {
  const epochSchedule = epochScheduleOf(ledger);
  const leaders: Address[] = [];
  let { epoch, slotIndex } = epochPositionOf(epochSchedule, firstSlot);
  while (leaders.length < count) {
    const known = epochLeadersOf(ledger, epoch);
    if (known.kind !== 'known') return known;
    const left = slotsInEpoch(epochSchedule, epoch) - slotIndex;
    const wanted = BigInt(count - leaders.length);
    const part = leadersBetween(known.schedule, Number(slotIndex), Number(left < wanted ? left : wanted));
    for (const leader of part) {
      if (leader === undefined) return { kind: 'notInLedger' };
      leaders.push(leader);
    }
    epoch++;
    slotIndex = 0n;
  }
  return { kind: 'known', leaders };
}

export function areInTurn(schedule: LeaderSchedule): schedule is LeadersInTurn {
  return 'slotsEach' in schedule;
}

/** @param index of the slot in its epoch */
export function leaderInTurn({ leaders, slotsEach }: LeadersInTurn, index: number): Address {
  return leaders[Math.floor(index / slotsEach) % leaders.length]!;
}

/** The leaders of an epoch of so many slots, slot by slot. */
export function leaderSlotsOf(schedule: LeaderSchedule, slots: number): LeaderSlots {
  if (!areInTurn(schedule)) return schedule;
  const byLeader = new Map(schedule.leaders.map((leader): [Address, number[]] => [leader, []]));
  for (let index = 0; index < slots; index++) byLeader.get(leaderInTurn(schedule, index))!.push(index);
  return byLeader;
}

/** By slot; undefined where the schedule leaves one out. */
function leadersBetween(schedule: LeaderSchedule, first: number, count: number): readonly (Address | undefined)[] {
  if (areInTurn(schedule)) return Array.from({ length: count }, (_, i) => leaderInTurn(schedule, first + i));
  const leaders = Array<Address | undefined>(count).fill(undefined);
  for (const [leader, indexes] of schedule) {
    for (const index of indexes) {
      if (index >= first && index < first + count) leaders[index - first] = leader;
    }
  }
  return leaders;
}
