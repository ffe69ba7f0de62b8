/**
 * Inflation as the node reckons it.
 *
 * Source   solana inflation 3.1, time-utils 3.0, genesis-config 4.0; agave 4.1 bank.rs slot_in_year_for_inflation, feature-set
 * @module
 */
import { ByteReader } from '../codec/byteReader.ts';
import { type Address, address } from '../model/address.ts';
import type { EpochSchedule, InflationGovernor } from './cluster.ts';
import { epochOf, epochScheduleOf, firstSlotOf } from './epochs.ts';
import { power } from './power.ts';
import type { LedgerState } from './state.ts';

const FEATURE_PROGRAM = address('Feature111111111111111111111111111111111111');
const FEATURE_BYTES = 9;

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

/** The rate of the epoch of the finalized tip. */
export function inflationRateOf(ledger: LedgerState): InflationRate {
  const governor = inflationOf(ledger);
  const schedule = epochScheduleOf(ledger);
  const epoch = epochOf(schedule, ledger.chains.finalized.tip);
  const year = Number(firstSlotOf(schedule, epoch) - inflationStartOf(ledger, schedule)) / SLOTS_PER_YEAR;
  const total = totalRate(governor, year);
  const foundation = year < governor.foundationTerm ? total * governor.foundation : 0;
  return { epoch, foundation, total, validator: total - foundation };
}

function totalRate({ initial, taper, terminal }: InflationGovernor, year: number): number {
  const tapered = initial * power(1 - taper, year);
  return tapered > terminal ? tapered : terminal;
}

/** Rewards accrue from the epoch before the one that inflation was switched on in. */
function inflationStartOf(ledger: LedgerState, schedule: EpochSchedule): bigint {
  const epoch = epochOf(schedule, switchedOnAt(ledger));
  return firstSlotOf(schedule, epoch === 0n ? 0n : epoch - 1n);
}

/** By the feature accounts; without them inflation was on from genesis, as in a test validator. */
function switchedOnAt(ledger: LedgerState): bigint {
  const full = FULL_INFLATION.map((features) => activationOfAll(features, ledger));
  const [earliest] = full.filter((slot) => slot !== undefined).sort((a, b) => Number(a - b));
  return earliest ?? activationSlot(PICO_INFLATION, ledger) ?? 0n;
}

/** The slot of the first feature, once all of them are active. */
function activationOfAll(features: readonly Address[], ledger: LedgerState): bigint | undefined {
  const slots = features.map((feature) => activationSlot(feature, ledger));
  return slots.includes(undefined) ? undefined : slots[0];
}

/** A feature account holds an option of the slot it was activated in; one above the tip is not active yet. */
function activationSlot(feature: Address, { accounts, chains }: LedgerState): bigint | undefined {
  const account = accounts.get(feature);
  if (account?.owner !== FEATURE_PROGRAM || account.data.length < FEATURE_BYTES) return undefined;
  const reader = new ByteReader(account.data);
  const slot = reader.u8() === 1 ? reader.u64() : undefined;
  return slot === undefined || slot > chains.finalized.tip ? undefined : slot;
}
