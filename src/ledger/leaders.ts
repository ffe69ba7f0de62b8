import { minOf } from '../codec/bigints.ts';
import type { Address } from '../solana/address.ts';
import type { LeaderSchedule, LeaderSlots, LeadersInTurn, Validator } from './clusterFacts.ts';
import { epochPositionOf, epochScheduleOf, leaderScheduleEpochOf, slotsInEpoch } from './epochs.ts';
import type { LedgerState } from './state.ts';

/**
 * The leader of each slot, from the schedules of `ledger.json`, or from the validators.
 *
 * Source   agave 4.1 leader_schedule_cache.rs, rpc.rs get_slot_leaders
 * @module
 */

/** The reason why leaders are not known: a node would have no schedule of that epoch either, or `ledger.json` lacks it. */
type UnknownLeaders = { readonly kind: 'unavailable'; readonly epoch: bigint } | { readonly kind: 'notInLedger' };

export type EpochLeaders = { readonly kind: 'known'; readonly schedule: LeaderSchedule } | UnknownLeaders;

export type SlotLeaders = { readonly kind: 'known'; readonly leaders: readonly Address[] } | UnknownLeaders;

/** The leaders of an epoch: its schedule in `ledger.json`, else the validators in turn, up to the epochs that a node knows. */
export function epochLeadersOf(ledger: LedgerState, epoch: bigint): EpochLeaders {
  const { leaderSchedules } = ledger.clusterFacts;
  const schedule = leaderSchedules?.get(epoch);
  if (schedule !== undefined) return { kind: 'known', schedule };
  const epochs = epochScheduleOf(ledger);
  if (epoch > leaderScheduleEpochOf(epochs, ledger.chains.finalized.tip)) return { kind: 'unavailable', epoch };
  const turns = slotsInEpoch(epochs, epoch) > MAX_SLOTS_IN_TURN ? undefined : validatorsInTurn(ledger);
  if (turns !== undefined) return { kind: 'known', schedule: turns };
  return leaderSchedules === undefined ? { kind: 'notInLedger' } : { kind: 'unavailable', epoch };
}

/** The turns of each list of validators: the same list always gives the same object. */
const IN_TURN = new WeakMap<readonly Validator[], LeadersInTurn>();

/** Undefined: the ledger does not say who they are. */
export function validatorsInTurn({ clusterFacts: { validators } }: LedgerState): LeadersInTurn | undefined {
  if (validators === undefined) return undefined;
  const turns = IN_TURN.get(validators) ?? turnsOf(validators.map(({ identity }) => identity));
  IN_TURN.set(validators, turns);
  return turns;
}

/** The turns of validators, by their identities. */
export function turnsOf(leaders: readonly Address[]): LeadersInTurn {
  return { leaders, slotsEach: SLOTS_EACH };
}

/** The number of slots in a row of each leader. Source solana clock 3.0 NUM_CONSECUTIVE_LEADER_SLOTS */
export const SLOTS_EACH = 4;

/** A limit, because an answer lists every slot of an epoch whose leaders come in turn. */
export const MAX_SLOTS_IN_TURN = 10_000_000n;

/** The leaders of `count` slots in a row, also across epochs. */
export function slotLeadersFrom(ledger: LedgerState, firstSlot: bigint, count: number): SlotLeaders {
  const epochSchedule = epochScheduleOf(ledger);
  const turns = validatorsInTurn(ledger);
  const leaders: Address[] = [];
  let { epoch, slotIndex } = epochPositionOf(epochSchedule, firstSlot);
  while (leaders.length < count) {
    const epochLeaders = epochLeadersOf(ledger, epoch);
    if (epochLeaders.kind !== 'known') return epochLeaders;
    const slotsLeft = slotsInEpoch(epochSchedule, epoch) - slotIndex;
    const missing = BigInt(count - leaders.length);
    const partLength = Number(minOf(slotsLeft, missing));
    const part = leadersBetween(epochLeaders.schedule, Number(slotIndex), partLength);
    for (const [i, found] of part.entries()) {
      const leader = found ?? (turns && leaderInTurn(turns, Number(slotIndex) + i));
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

/**
 * The slots of an epoch, by leader.
 *
 * @param slots number of slots in the epoch
 */
export function leaderSlotsOf(schedule: LeaderSchedule, slots: number): LeaderSlots {
  if (!areInTurn(schedule)) return schedule;
  const byLeader = new Map(schedule.leaders.map((leader): [Address, number[]] => [leader, []]));
  for (let index = 0; index < slots; index++) byLeader.get(leaderInTurn(schedule, index))!.push(index);
  return byLeader;
}

/** The leaders by slot; undefined where the schedule leaves one out. */
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
