import { power } from '../codec/exactMath.ts';
import { type Address, address } from '../solana/address.ts';
import type { EpochSchedule, InflationGovernor } from './clusterFacts.ts';
import { epochOf, epochScheduleOf, firstSlotOf } from './epochs.ts';
import { activationSlot } from './featureActivation.ts';
import type { SlotMs } from './protocol.ts';
import type { LedgerView } from './view.ts';

/**
 * Inflation as the node calculates it.
 *
 * Source   solana inflation 3.1, time-utils 3.0, genesis-config 4.0; agave 4.1 bank.rs slot_in_year_for_inflation, feature-set
 * @module
 */

/** Sets of features. Inflation is on once all features of a set are active, from the slot of the one that is listed first. */
const FULL_INFLATION: readonly (readonly Address[])[] = [
  [address('7XRJcS5Ud5vxGB54JbK9N2vBZVwnwdBNeJW1ibRgD9gx'), address('BzBBveUDymEYoYzcMWNQCx3cd4jQs7puaVFHLtsbB6fm')],
  [address('DT4n6ABDqs6w4bnfwrXT9rsprcPf6cdDga1egctaPkLC')],
];

const PICO_INFLATION = address('4RWNif6C2WCNiKVW7otP4G7dkmkHGyKQWRpuZ1pxKU5m');

const SECONDS_PER_YEAR = 365.242_199 * 24 * 60 * 60;

const TICKS_PER_SLOT = 64;

/** Slots per year by the milliseconds of a slot, as the node has them; for another length they are calculated. */
const SLOTS_PER_YEAR: ReadonlyMap<number, number> = new Map([
  [400, 78_892_314.984],
  [350, 90_162_645.696],
  [300, 105_189_753.312],
  [250, 126_227_703.974],
  [200, 157_784_629.968],
]);

/** The slots of a year. The order of the factors decides the last bit. */
function slotsPerYear(milliseconds: number): number {
  const tickNanoseconds = Math.trunc((milliseconds * 1_000_000) / TICKS_PER_SLOT);
  return SLOTS_PER_YEAR.get(milliseconds) ?? (SECONDS_PER_YEAR * (1_000_000_000 / tickNanoseconds)) / TICKS_PER_SLOT;
}

/**
 * The years from one slot to another, each stretch of slots by its own length. Source agave 4.3 bank.rs slot_range_duration_in_years
 */
function yearsBetween(first: bigint, end: bigint, slotMs: SlotMs): number {
  if (first >= end) return 0;
  let [{ value }] = slotMs;
  let from = first;
  let years = 0;
  for (const step of slotMs) {
    if (step.from >= end) break;
    if (step.from > first) {
      years += Number(step.from - from) / slotsPerYear(value);
      from = step.from;
    }
    value = step.value;
  }
  return years + Number(end - from) / slotsPerYear(value);
}

/** The inflation of mainnet-beta since its full inflation was switched on. */
const DEFAULT_INFLATION: InflationGovernor = {
  foundation: 0,
  foundationTerm: 0,
  initial: 0.08,
  taper: 0.15,
  terminal: 0.015,
};

/** The inflation of a new cluster. Source solana inflation 3.1 default */
const GENESIS_INFLATION: InflationGovernor = { ...DEFAULT_INFLATION, foundation: 0.05, foundationTerm: 7 };

/** Yearly rates as fractions of one, for an epoch. */
export interface InflationRate {
  readonly epoch: bigint;
  readonly foundation: number;
  readonly total: number;
  readonly validator: number;
}

/** The yearly decrease of inflation with double disinflation. Source agave 4.3 feature-set double_disinflation_rate */
const DOUBLE_TAPER = 0.3;

/** Inflation at the tip of a view. Double disinflation continues from the rate that was reached in the year of its first slot. */
export function inflationOf(view: LedgerView): InflationGovernor {
  const { clusterFacts, sysvars } = view.state;
  const governor = clusterFacts.inflation ?? (sysvars?.cluster === 'localnet' ? GENESIS_INFLATION : DEFAULT_INFLATION);
  const from = view.state.protocol.gates.doubleDisinflation;
  if (from === undefined || from > view.slot) return governor;
  const year = yearAt(view, from);
  // the curve with `DOUBLE_TAPER` that has the same rate in that year
  const initial = totalRate(governor, year) / power(1 - DOUBLE_TAPER, year);
  return { ...governor, initial, taper: DOUBLE_TAPER };
}

/** The rate of the epoch of a view's tip. */
export function inflationRateOf(view: LedgerView): InflationRate {
  const governor = inflationOf(view);
  const year = yearAt(view, view.slot);
  const total = totalRate(governor, year);
  const foundation = year < governor.foundationTerm ? total * governor.foundation : 0;
  return { epoch: epochOf(epochScheduleOf(view.state), view.slot), foundation, total, validator: total - foundation };
}

/** Years from the start of inflation to the epoch of a slot. */
function yearAt(view: LedgerView, slot: bigint): number {
  const schedule = epochScheduleOf(view.state);
  const first = firstSlotOf(schedule, epochOf(schedule, slot));
  return yearsBetween(inflationStartOf(view, schedule), first, view.state.protocol.gates.slotMs);
}

function totalRate({ initial, taper, terminal }: InflationGovernor, year: number): number {
  const tapered = initial * power(1 - taper, year);
  return tapered > terminal ? tapered : terminal;
}

/** Rewards accrue from the epoch before the one that inflation was switched on in. */
function inflationStartOf(view: LedgerView, schedule: EpochSchedule): bigint {
  const epoch = epochOf(schedule, inflationActivationSlot(view));
  return firstSlotOf(schedule, epoch === 0n ? 0n : epoch - 1n);
}

/** The slot in which inflation was switched on, by the feature accounts; without them genesis, as in a test validator. */
function inflationActivationSlot(view: LedgerView): bigint {
  const full = FULL_INFLATION.map((features) => activationOfSet(features, view));
  const [earliest] = full.filter((slot) => slot !== undefined).sort((a, b) => Number(a - b));
  return earliest ?? activationSlot(PICO_INFLATION, view) ?? 0n;
}

/** The slot of the feature that a set lists first; undefined: one of them is not active. */
function activationOfSet(features: readonly Address[], view: LedgerView): bigint | undefined {
  const slots = features.map((feature) => activationSlot(feature, view));
  return slots.includes(undefined) ? undefined : slots[0];
}
