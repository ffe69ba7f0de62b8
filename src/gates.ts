import { DEFAULT_VERSION, includes, type NodeVersionName } from './nodeVersion.ts';

/**
 * Features of the cluster that change what clients see, each from the slot on in which it is active. They are the same whatever the
 * version of the node, but an older version has no code for the newer ones.
 *
 * Source   agave 4.3.0 feature-set, 4.3.0-beta.2 slot_params.rs, test-validator lib.rs; what mainnet-beta has by November 2026
 * @module
 */

/** On or off. */
const FLAGS = {
  /** transactions of version 1 are taken. SIMD-0385, SIMD-0296 */
  txV1: { address: 'txv1aq4pp281K9um3tnPgkfX8UqtFT6wcVW3hNezGLL', since: '4.2', isOnMainnet: true },
  /** an account below its minimum balance may be used as long as it loses nothing. SIMD-0392 */
  relaxedMinimumBalance: { address: 'BY4JhHLahVzS9ynfDz4exzGPbVXhFmJvEyMWsXbDBqME', since: '4.2', isOnMainnet: true },
  /** a transaction whose payer cannot pay may be in a block. SIMD-0290 */
  invalidFeePayer: { address: 'FEEXbxUuKobtrt1qNK5pjtzbPQhsppBTrNNG74xu4mai', since: '4.3', isOnMainnet: false },
  /** programs call each other eight deep in place of four. SIMD-0268 */
  cpiDepth8: { address: '6TkHkRmP7JZy1fdM6fg5uXn76wChQBWGokHBJzrLB3mj', since: '4.1', isOnMainnet: false },
  /** a transaction locks 128 accounts in place of 64 */
  locks128: { address: '9LZdXeKGeBV6hRLdxS1rHbHoEUsKqesCC2ZAPTPKJAbK', since: '4.1', isOnMainnet: false },
  /** inflation falls twice as fast. SIMD-0550 */
  doubleDisinflation: { address: '55oikhjJ2LUi1xdgJ17ueRyHFURZEw32asT3iAKfh7gg', since: '4.3', isOnMainnet: false },
} as const satisfies Record<string, { address: string; since: NodeVersionName; isOnMainnet: boolean }>;

export type FlagGate = keyof typeof FLAGS;

/** With a value that falls from step to step; each step is a feature, and so is the way back to the first value. */
const NUMBERS = {
  /** milliseconds of a slot */
  slotMs: {
    since: '4.2',
    presets: { mainnet: [200], localnet: [200, 400], genesis: [400] },
    steps: [
      [350, 'iBRL5RuWhw4yqaAZu96RUULHckHTZAoe2b77qaV38JZ'],
      [300, 'iBRLL3k18HST852F1Mf3Lv83waTNQmmqvKDxvYGwQFL'],
      [250, 'iBRLMc81UjRa8fn8A6eE8bJTnRbgQoPTynM51akENCV'],
      [200, 'iBRLjhJnkmDZgNoZRDMW11d8ZV7HvsL3vAyRjZB5npW'],
    ],
    back: undefined,
  },
  /** lamports that each byte of an account costs */
  lamportsPerByte: {
    since: '4.1',
    presets: { mainnet: [5080], localnet: [696, 6960], genesis: [6960] },
    steps: [
      [6333, '4a6f7o7iTcA8hRDCrPLkSatnt5Ykxiu36wo5p1Tt12wC'],
      [5080, '61BtM7BkDEE8Yq5fskEVAQT9mYA8qCejJWoLe5apqg81'],
      [2575, 'rntCigrTppP5JdZz7K8TyN9sMzLdAcXp8SejYpVpX6D'],
      [1322, 'rntD7invRBswCAdKtRsh1G4psKjrPdS3BKqtnA78C7N'],
      [696, 'rntTjNZ9boq8owDxjGVFHPfWNQPDaKiM5JcjxmDGg47'],
    ],
    back: 'rnt8ZQpz2HYhX3DkYBDGjJS1a36mYq69oXka7JrhEdi',
  },
} as const satisfies Record<string, NumberGateRow>;

interface NumberGateRow {
  readonly since: NodeVersionName;
  /** the values that its active features have set one after the other; the last one counts */
  readonly presets: Readonly<Record<GatePreset, readonly [number, ...number[]]>>;
  readonly steps: readonly (readonly [value: number, address: string])[];
  readonly back: string | undefined;
}

export type NumberGate = keyof typeof NUMBERS;
export type GateName = FlagGate | NumberGate;

export const FLAG_GATES = Object.keys(FLAGS) as readonly FlagGate[];
export const NUMBER_GATES = Object.keys(NUMBERS) as readonly NumberGate[];
export const GATE_NAMES: readonly GateName[] = [...FLAG_GATES, ...NUMBER_GATES];

/** `localnet`: a test validator, which begins with every feature active but Alpenglow. */
export const GATE_PRESETS = ['mainnet', 'localnet', 'genesis'] as const;
export type GatePreset = (typeof GATE_PRESETS)[number];

export const CONSENSUS_NAMES = ['tower', 'alpenglow'] as const;
export type ConsensusName = (typeof CONSENSUS_NAMES)[number];

/** The consensus of a cluster with the gates of a preset, where the version of its nodes has it. */
export const PRESET_CONSENSUS: Readonly<Record<GatePreset, ConsensusName>> = {
  mainnet: 'alpenglow',
  localnet: 'tower',
  genesis: 'tower',
};

/** A value, and the first slot that has it. */
export interface GateStep {
  readonly from: bigint;
  readonly value: number;
}

/** By name: the first slot in which a gate is active, if it ever is; or its values, the first of them from slot 0 on. */
export type Gates = Readonly<Record<FlagGate, bigint | undefined>> &
  Readonly<Record<NumberGate, readonly [GateStep, ...GateStep[]]>>;

/** What a ledger or a flag says: a preset, and what is otherwise. */
export interface GivenGates {
  /** undefined: that of the cluster */
  readonly preset: GatePreset | undefined;
  /** undefined: off */
  readonly flags: Readonly<Partial<Record<FlagGate, bigint | undefined>>>;
  /** ascending by slot; before the first the value is that of the preset */
  readonly numbers: Readonly<Partial<Record<NumberGate, readonly GateStep[]>>>;
}

/** A gate that the version of the node has no code for. */
export class UnknownGateError extends Error {
  readonly gate: GateName;

  constructor(gate: GateName, version: NodeVersionName) {
    super(`Agave ${version} ${WITHOUT[gate]}`);
    this.name = 'UnknownGateError';
    this.gate = gate;
  }
}

const WITHOUT: Readonly<Record<GateName, string>> = {
  txV1: 'cannot accept v1 transactions',
  relaxedMinimumBalance: 'does not know the relaxed minimum balance',
  invalidFeePayer: 'cannot put a transaction into a block that never ran',
  cpiDepth8: 'does not know deeper calls of programs',
  locks128: 'does not know 128 account locks',
  doubleDisinflation: 'does not know double disinflation',
  slotMs: 'has slots of 400 ms only',
  lamportsPerByte: 'cannot change the lamports of a byte',
};

export function givenPreset(preset: GatePreset | undefined): GivenGates {
  return { preset, flags: {}, numbers: {} };
}

/** @throws UnknownGateError for a gate that is not from the preset; what the preset has too much is off */
export function gatesOf({ flags, numbers, preset = DEFAULT_PRESET }: GivenGates, version: NodeVersionName): Gates {
  const gates: Record<string, unknown> = {};
  for (const name of FLAG_GATES) {
    const { since } = FLAGS[name];
    const isKnown = includes(version, since);
    const isGiven = Object.hasOwn(flags, name);
    if (isGiven && flags[name] !== undefined && !isKnown) throw new UnknownGateError(name, version);
    const ofPreset = isKnown && isOnIn(preset, name) ? 0n : undefined;
    gates[name] = isGiven ? flags[name] : ofPreset;
  }
  for (const name of NUMBER_GATES) {
    const { presets, since } = NUMBERS[name];
    const isKnown = includes(version, since);
    const given = numbers[name] ?? [];
    if (!isKnown && given.some(({ value }) => value !== genesisOf(name))) throw new UnknownGateError(name, version);
    const ofPreset = presets[isKnown ? preset : 'genesis'].map((value) => ({ from: 0n, value }));
    gates[name] = given[0]?.from === 0n ? given : [...ofPreset, ...given];
  }
  return gates as unknown as Gates;
}

function isOnIn(preset: GatePreset, name: FlagGate): boolean {
  return preset === 'localnet' || (preset === 'mainnet' && FLAGS[name].isOnMainnet);
}

/** The value without any of its features. */
function genesisOf(name: NumberGate): number {
  return NUMBERS[name].presets.genesis[0];
}

export const DEFAULT_PRESET: GatePreset = 'mainnet';
export const DEFAULT_GATES: Gates = gatesOf(givenPreset(DEFAULT_PRESET), DEFAULT_VERSION.name);

export function isActive(from: bigint | undefined, slot: bigint): boolean {
  return from !== undefined && from <= slot;
}

export function valueAt(steps: readonly [GateStep, ...GateStep[]], slot: bigint): number {
  let { value } = steps[0];
  for (const step of steps) if (step.from <= slot) value = step.value;
  return value;
}

/** The slot from which on each feature is active, by its address; a step of a number brings those before it along. */
export function featureSlots(gates: Gates): ReadonlyMap<string, bigint> {
  const slots = new Map<string, bigint>();
  for (const name of FLAG_GATES) {
    const from = gates[name];
    if (from !== undefined) slots.set(FLAGS[name].address, from);
  }
  for (const name of NUMBER_GATES) {
    const { back, steps } = NUMBERS[name];
    const genesis = genesisOf(name);
    for (const [value, address] of steps) {
      const first = gates[name].find((step) => step.value <= value);
      if (first !== undefined) slots.set(address, first.from);
    }
    const fell = gates[name].findIndex((step) => step.value < genesis);
    const returned = fell < 0 ? undefined : gates[name].slice(fell).find((step) => step.value === genesis);
    if (back !== undefined && returned !== undefined) slots.set(back, returned.from);
  }
  return slots;
}

/**
 * The member `gates` that says which features are active: flags with their slot, numbers as they are now.
 *
 * @param slots from which features are active, by address
 */
export function gatesOfFeatures(slots: ReadonlyMap<string, bigint>): GatePreset | Readonly<Record<string, unknown>> {
  const preset = hasMoreAtStart(slots) ? 'localnet' : 'genesis';
  const flags = FLAG_GATES.flatMap((name) => {
    const from = slots.get(FLAGS[name].address);
    const isOfPreset = isOnIn(preset, name) ? from === 0n : from === undefined;
    return isOfPreset ? [] : [[name, from === undefined ? false : from === 0n ? true : { from }] as const];
  });
  const numbers = NUMBER_GATES.flatMap((name) => {
    const { back, steps } = NUMBERS[name];
    const last = steps.findLast(([, address]) => slots.has(address));
    // all of them at the start are those of a test validator
    const isOfPreset = last === undefined || slots.has(back ?? '') || (preset === 'localnet' && last === steps.at(-1));
    return isOfPreset ? [] : [[name, last[0]] as const];
  });
  if (preset === 'localnet' && flags.length + numbers.length === 0) return preset;
  return { preset, ...Object.fromEntries(flags), ...Object.fromEntries(numbers) };
}

/** Whether a cluster began with features that other clusters do not have, as a test validator begins with all. */
function hasMoreAtStart(slots: ReadonlyMap<string, bigint>): boolean {
  const ofTestValidators = FLAG_GATES.filter((name) => !FLAGS[name].isOnMainnet && FLAGS[name].since === '4.1');
  return ofTestValidators.some((name) => slots.get(FLAGS[name].address) === 0n);
}

/** Of every feature that the gates decide. */
export const GATE_ADDRESSES: ReadonlySet<string> = new Set([
  ...FLAG_GATES.map((name) => FLAGS[name].address),
  ...NUMBER_GATES.flatMap((name) => {
    const { back, steps }: NumberGateRow = NUMBERS[name];
    return [...steps.map(([, address]) => address), ...(back === undefined ? [] : [back])];
  }),
]);

/** The member `gates` of a ledger file: a preset if they are just that, else what differs from `localnet` or from `genesis`. */
export function writtenGates(gates: Gates, version: NodeVersionName): GatePreset | Readonly<Record<string, unknown>> {
  const same = GATE_PRESETS.find((preset) => areSame(gates, gatesOf(givenPreset(preset), version)));
  if (same !== undefined) return same;
  const preset = NUMBER_GATES.some((name) => stepsAtStart(gates[name]) > 1) ? 'localnet' : 'genesis';
  const base = gatesOf(givenPreset(preset), version);
  const flags = FLAG_GATES.flatMap((name) => {
    const from = gates[name];
    return from === base[name] ? [] : [[name, from === undefined ? false : from === 0n ? true : { from }] as const];
  });
  const numbers = NUMBER_GATES.filter((name) => !haveSame(name, gates, base));
  return {
    preset,
    ...Object.fromEntries(flags),
    ...Object.fromEntries(numbers.map((name) => [name, writtenNumber(gates[name])])),
  };
}

/** Several at slot 0 are those of a preset. */
function writtenNumber(steps: readonly GateStep[]): number | readonly GateStep[] {
  const count = stepsAtStart(steps);
  const own = count > 1 ? steps.slice(count) : steps;
  return own.length === 1 && own[0]!.from === 0n ? own[0]!.value : own.map((step) => ({ ...step }));
}

function stepsAtStart(steps: readonly GateStep[]): number {
  return steps.filter(({ from }) => from === 0n).length;
}

function areSame(one: Gates, other: Gates): boolean {
  return (
    FLAG_GATES.every((name) => one[name] === other[name]) && NUMBER_GATES.every((name) => haveSame(name, one, other))
  );
}

function haveSame(name: NumberGate, one: Gates, other: Gates): boolean {
  return (
    one[name].length === other[name].length &&
    one[name].every(({ from, value }, i) => other[name][i]?.from === from && other[name][i]?.value === value)
  );
}

/** Why a transaction cannot be in a block without having run. */
export const NO_INVALID_FEE_PAYERS =
  'a transaction that never ran is in a block only where the gate invalidFeePayer is active: {"gates": {"invalidFeePayer": true}}';

/** Each gate as it is in a slot. */
export function gatesIn(gates: Gates, slot: bigint): Readonly<Record<GateName, boolean | number>> {
  const flags = FLAG_GATES.map((name) => [name, isActive(gates[name], slot)] as const);
  const numbers = NUMBER_GATES.map((name) => [name, valueAt(gates[name], slot)] as const);
  return Object.fromEntries([...flags, ...numbers]) as Record<GateName, boolean | number>;
}
