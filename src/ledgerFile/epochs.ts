import { readKeyAddress } from '../document/addressMap.ts';
import type { Cursor } from '../document/cursor.ts';
import { readAddress, readBoolean, readList, readU32, readU64 } from '../document/readers.ts';
import type { EpochSchedule, LeaderSchedule, LeaderSlots, LeadersInTurn } from '../ledger/cluster.ts';
import type { Address } from '../model/address.ts';
import { readKeyU64, readMap, readRecord } from './composite.ts';

/** slots of the first epoch of a warmup; the number doubles with each epoch until it reaches `slotsPerEpoch` */
const MIN_SLOTS_PER_EPOCH = 32n;

/**
 * As getEpochSchedule answers.
 *
 * Source   solana epoch-schedule 3.0, `EpochSchedule::custom`
 */
export function readEpochSchedule(at: Cursor): EpochSchedule | undefined {
  const schedule = readRecord<EpochSchedule>(at, {
    slotsPerEpoch: readSlotsPerEpoch,
    leaderScheduleSlotOffset: readU64,
    warmup: readBoolean,
    firstNormalEpoch: readU64,
    firstNormalSlot: readU64,
  });
  if (schedule !== undefined) checkFirstNormal(at, schedule);
  return schedule;
}

function readSlotsPerEpoch(at: Cursor): bigint | undefined {
  const slots = readU64(at);
  if (slots === undefined || slots >= MIN_SLOTS_PER_EPOCH) return slots;
  return at.refuse(`expected at least ${MIN_SLOTS_PER_EPOCH} slots, found ${slots}`);
}

/** The first normal epoch and slot follow from the number of slots. */
function checkFirstNormal(at: Cursor, schedule: EpochSchedule): void {
  const { slotsPerEpoch, warmup } = schedule;
  const first = { firstNormalEpoch: 0n, firstNormalSlot: 0n };
  for (let slots = MIN_SLOTS_PER_EPOCH; warmup && slots < slotsPerEpoch; slots *= 2n) {
    first.firstNormalEpoch += 1n;
    first.firstNormalSlot += slots;
  }
  for (const name of ['firstNormalEpoch', 'firstNormalSlot'] as const) {
    if (schedule[name] === first[name]) continue;
    const reason = warmup ? `after a warmup to ${slotsPerEpoch} slots an epoch` : 'without a warmup';
    at.member(name).refuse(`expected ${first[name]} ${reason}, found ${schedule[name]}`);
  }
}

/** `{ epoch: what getLeaderSchedule answers }`, or `{ epoch: { leaders, slotsEach } }` */
export function readLeaderSchedules(at: Cursor): ReadonlyMap<bigint, LeaderSchedule> | undefined {
  return readMap(at, readKeyU64, readLeaderSchedule);
}

function readLeaderSchedule(at: Cursor): LeaderSchedule | undefined {
  const isInTurn = Object.keys(IN_TURN).some((name) => at.member(name).value !== undefined);
  return isInTurn ? readRecord<LeadersInTurn>(at, IN_TURN) : readLeaderSlots(at);
}

const IN_TURN = { leaders: readLeaders, slotsEach: readSlotsEach };
/** Source solana clock 3.0 NUM_CONSECUTIVE_LEADER_SLOTS */
const SLOTS_EACH = 4;

function readLeaders(at: Cursor): readonly Address[] | undefined {
  const leaders = readList(at, readAddress);
  return leaders?.length === 0 ? at.expected('at least one leader') : leaders;
}

function readSlotsEach(at: Cursor): number | undefined {
  if (at.value === undefined) return SLOTS_EACH;
  const slots = readU32(at);
  return slots === 0 ? at.expected('at least 1 slot') : slots;
}

function readLeaderSlots(at: Cursor): LeaderSlots | undefined {
  const schedule = readMap(at, readKeyAddress, (list) => readList(list, readU32));
  if (schedule !== undefined) checkLeaders(at, schedule);
  for (const indexes of schedule?.values() ?? []) indexes.sort((a, b) => a - b);
  return schedule;
}

/** A slot has one leader. */
function checkLeaders(at: Cursor, schedule: LeaderSlots): void {
  const leaders = new Map<number, Address>();
  for (const [leader, indexes] of schedule) {
    indexes.forEach((index, i) => {
      const other = leaders.get(index);
      if (other === undefined) leaders.set(index, leader);
      else at.member(leader).item(i).refuse(`slot ${index} of the epoch has a leader already, ${other}`);
    });
  }
}
