/**
 * Inflation as the node calculates it.
 *
 * Source   solana inflation 3.1, time-utils 3.0, genesis-config 4.0; agave 4.1 bank.rs slot_in_year_for_inflation, feature-set
 * @module
 */
import { power } from '../codec/exactMath.ts';
import { type Address, address } from '../model/address.ts';
import type { EpochSchedule, InflationGovernor } from './cluster.ts';
import { epochOf, epochScheduleOf, firstSlotOf } from './epochs.ts';
import { activationSlot } from './features.ts';
import type { LedgerState } from './state.ts';
import type { LedgerView } from './view.ts';

/** Each switches inflation on where all of its features are active; the first of them counts as the switch. */
const FULL_INFLATION: readonly (readonly Address[])[] = [
  [address('7XRJcS5Ud5vxGB54JbK9N2vBZVwnwdBNeJW1ibRgD9gx'), address('BzBBveUDymEYoYzcMWNQCx3cd4jQs7puaVFHLtsbB6fm')],
  [address('DT4n6ABDqs6w4bnfwrXT9rsprcPf6cdDga1egctaPkLC')],
];
const PICO_INFLATION = address('4RWNif6C2WCNiKVW7otP4G7dkmkHGyKQWRpuZ1pxKU5m');

const SECONDS_PER_YEAR = 365.242_199 * 24 * 60 * 60;
const TICK_NANOSECONDS = 6_250_000;
const TICKS_PER_SLOT = 64;
/** Of a genesis with the default ticks, which are mainnet's: slots of 400 ms. The order of the factors decides the last bit. */
const SLOTS_PER_YEAR = (SECONDS_PER_YEAR * (1_000_000_000 / TICK_NANOSECONDS)) / TICKS_PER_SLOT;

/** Mainnet-beta's, since its full inflation was switched on. */
const DEFAULT_INFLATION: InflationGovernor = {
  foundation: 0,
  foundationTerm: 0,
  initial: 0.08,
  taper: 0.15,
  terminal: 0.015,
};

/** Yearly rates as fractions of one, for an epoch. */
export interface InflationRate {
  readonly epoch: bigint;
  readonly foundation: number;
  readonly total: number;
  readonly validator: number;
}

export function inflationOf(ledger: LedgerState): InflationGovernor {
  return ledger.cluster.inflation ?? DEFAULT_INFLATION;
}

/** The rate of the epoch of a view's tip. */
export function inflationRateOf(view: LedgerView): InflationRate {
  const governor = inflationOf(view.state);
  const schedule = epochScheduleOf(view.state);
  const epoch = epochOf(schedule, view.slot);
  const year = Number(firstSlotOf(schedule, epoch) - inflationStartOf(view, schedule)) / SLOTS_PER_YEAR;
  const total = totalRate(governor, year);
  const foundation = year < governor.foundationTerm ? total * governor.foundation : 0;
  return { epoch, foundation, total, validator: total - foundation };
}

function totalRate({ initial, taper, terminal }: InflationGovernor, year: number): number {
  const tapered = initial * power(1 - taper, year);
  return tapered > terminal ? tapered : terminal;
}

/** Rewards accrue from the epoch before the one that inflation was switched on in. */
function inflationStartOf(view: LedgerView, schedule: EpochSchedule): bigint {
  const epoch = epochOf(schedule, switchedOnAt(view));
  return firstSlotOf(schedule, epoch === 0n ? 0n : epoch - 1n);
}

/** By the feature accounts; without them inflation was on from genesis, as in a test validator. */
function switchedOnAt(view: LedgerView): bigint {
  const full = FULL_INFLATION.map((features) => activationOfAll(features, view));
  const [earliest] = full.filter((slot) => slot !== undefined).sort((a, b) => Number(a - b));
  return earliest ?? activationSlot(PICO_INFLATION, view) ?? 0n;
}

/** The slot of the first feature, once all of them are active. */
function activationOfAll(features: readonly Address[], view: LedgerView): bigint | undefined {
  const slots = features.map((feature) => activationSlot(feature, view));
  return slots.includes(undefined) ? undefined : slots[0];
}
