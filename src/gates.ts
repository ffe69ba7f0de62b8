import {
  DEFAULT_VERSION,
  isAtLeast,
  NODE_VERSIONS,
  type NodeVersionFlag,
  type NodeVersionName,
} from './nodeVersion.ts';

/**
 * Gates: features of the cluster that change answers, each from a slot on. They do not depend on the version of the node, but an older
 * version has no code for newer gates.
 *
 * Source   agave 4.3.2 and 4.4.0 feature-set, slot_params.rs, test-validator lib.rs; the features of mainnet-beta in November 2026
 * @module
 */

/** Lamports for each byte of an account in the genesis of a cluster. Source   solana rent 4.1 DEFAULT_LAMPORTS_PER_BYTE */
export const GENESIS_LAMPORTS_PER_BYTE = 6960;

/** Gates that are on or off. */
const FLAGS = {
  txV1: {
    effect: 'transactions of version 1, up to 4,096 bytes, are accepted (SIMD-0385, SIMD-0296)',
    without: 'cannot accept v1 transactions',
    settledBy: 'takesEveryV1',
    settled: 'accepts v1 transactions whether or not the gate txV1 is active: leave it out, or choose an older version',
    address: 'txv1aq4pp281K9um3tnPgkfX8UqtFT6wcVW3hNezGLL',
    since: '4.2',
    isOnMainnet: true,
  },
  relaxedMinimumBalance: {
    effect: 'an account below its minimum balance can be used as long as it loses nothing (SIMD-0392)',
    without: 'does not know the relaxed minimum balance',
    address: 'BY4JhHLahVzS9ynfDz4exzGPbVXhFmJvEyMWsXbDBqME',
    since: '4.2',
    isOnMainnet: true,
  },
  invalidFeePayer: {
    effect: 'a transaction whose payer cannot pay can be in a block, without effect (SIMD-0290)',
    without: 'cannot put a transaction into a block that never ran',
    address: 'FEEXbxUuKobtrt1qNK5pjtzbPQhsppBTrNNG74xu4mai',
    since: '4.3',
    isOnMainnet: false,
  },
  cpiDepth8: {
    effect: 'programs call each other eight deep instead of four (SIMD-0268)',
    without: 'does not know deeper calls of programs',
    address: '6TkHkRmP7JZy1fdM6fg5uXn76wChQBWGokHBJzrLB3mj',
    since: '4.1',
    isOnMainnet: false,
  },
  locks128: {
    effect: 'a transaction locks 128 accounts instead of 64',
    without: 'does not know 128 account locks',
    address: '9LZdXeKGeBV6hRLdxS1rHbHoEUsKqesCC2ZAPTPKJAbK',
    since: '4.1',
    isOnMainnet: false,
  },
  loadFailureSize: {
    effect:
      'a transaction whose accounts cannot be loaded counts what was loaded until then, not the accounts that change in spite of it',
    without: 'does not know this size of loaded accounts',
    settledBy: 'countsLoadFailures',
    settled:
      'counts what was loaded whether or not the gate loadFailureSize is active: leave it out, or choose an older version',
    address: 'LTDSzjZKFJMKHYpNycG1FrWwGGTaFFwqEFjB5GGLNVD',
    since: '4.1',
    isOnMainnet: true,
  },
  doubleDisinflation: {
    effect: 'inflation falls by 30 % a year instead of 15 % (SIMD-0550)',
    without: 'does not know double disinflation',
    address: '55oikhjJ2LUi1xdgJ17ueRyHFURZEw32asT3iAKfh7gg',
    rekeyed: { '4.4': 'ddibiks7RHZR69QXYMCmk4EZNt6WckspTqEEWv6cS38' },
    since: '4.3',
    isOnMainnet: false,
  },
} as const satisfies Record<string, FlagGateRow>;

interface GateRow {
  /** the text of docs/versions.md and of the schema of ledger.json */
  readonly effect: string;
  /** the text of RefusedGateError, after the name of the version */
  readonly without: string;
  /** the first version that has code for it */
  readonly since: NodeVersionName;
}

interface FlagGateRow extends GateRow {
  readonly address: string;
  /** the address in versions that have another one */
  readonly rekeyed?: Readonly<Partial<Record<NodeVersionName, string>>>;
  /** the difference of versions that has taken the place of the gate */
  readonly settledBy?: NodeVersionFlag;
  /** the text of RefusedGateError for such a version, after its name */
  readonly settled?: string;
  readonly isOnMainnet: boolean;
}

export type FlagGate = keyof typeof FLAGS;

/** Gates with a number, which falls in steps. Each step is a feature; `back` is a feature that sets the first value again. */
const NUMBERS = {
  slotMs: {
    effect: 'milliseconds of a slot: the clock, `stillnode_advance`, performance samples, inflation',
    without: 'has slots of 400 ms only',
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
  lamportsPerByte: {
    effect:
      'lamports for each byte of an account, and for the 128 bytes that every account counts; a Rent account of the ledger counts more',
    without: 'cannot change the lamports of a byte',
    since: '4.1',
    presets: { mainnet: [5080], localnet: [696, GENESIS_LAMPORTS_PER_BYTE], genesis: [GENESIS_LAMPORTS_PER_BYTE] },
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

interface NumberGateRow extends GateRow {
  /** the values that active features of a preset have set, in order; the last one counts */
  readonly presets: Readonly<Record<GatePreset, readonly [number, ...number[]]>>;
  readonly steps: readonly (readonly [value: number, address: string])[];
  readonly back: string | undefined;
}

export type NumberGate = keyof typeof NUMBERS;
export type GateName = FlagGate | NumberGate;

export const FLAG_GATES = Object.keys(FLAGS) as readonly FlagGate[];
export const NUMBER_GATES = Object.keys(NUMBERS) as readonly NumberGate[];
export const GATE_NAMES: readonly GateName[] = [...FLAG_GATES, ...NUMBER_GATES];

/** All gates, in the order of docs/versions.md. */
export const GATES: Readonly<Record<GateName, FlagGateRow | NumberGateRow>> = { ...FLAGS, ...NUMBERS };

/** The presets. `localnet` is a test validator, where all features but Alpenglow are active. */
export const GATE_PRESETS = ['mainnet', 'localnet', 'genesis'] as const;
export type GatePreset = (typeof GATE_PRESETS)[number];

export const CONSENSUS_NAMES = ['tower', 'alpenglow'] as const;
export type ConsensusName = (typeof CONSENSUS_NAMES)[number];

/** The consensus of a cluster with a preset, if the version of its nodes has it. */
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

/** The gates of a cluster: for a flag the first slot in which it is active, for a number its values, the first from slot 0 on. */
export type Gates = Readonly<Record<FlagGate, bigint | undefined>> &
  Readonly<Record<NumberGate, readonly [GateStep, ...GateStep[]]>>;

/** The gates as ledger.json or a flag sets them: a preset, and the differences to it. */
export interface GateSettings {
  /** undefined: the preset of the cluster */
  readonly preset: GatePreset | undefined;
  /** the slot from which a flag is on; undefined: it is off */
  readonly flags: Readonly<Partial<Record<FlagGate, bigint | undefined>>>;
  /** values, ascending by slot; before the first, the value of the preset */
  readonly numbers: Readonly<Partial<Record<NumberGate, readonly GateStep[]>>>;
}

/** A gate with a value that the version of the node has no code for. */
export class RefusedGateError extends Error {
  readonly gate: GateName;

  constructor(gate: GateName, version: NodeVersionName, reason: string) {
    super(`Agave ${version} ${reason}`);
    this.name = 'RefusedGateError';
    this.gate = gate;
  }
}

export function presetSettings(preset: GatePreset | undefined): GateSettings {
  return { preset, flags: {}, numbers: {} };
}

/**
 * The gates of a cluster. Gates of the preset that the version does not have are off.
 *
 * @throws RefusedGateError for a gate of the settings that the version does not have, or that it does not ask any more
 */
export function gatesOf({ flags, numbers, preset = DEFAULT_PRESET }: GateSettings, version: NodeVersionName): Gates {
  const gates: Record<string, unknown> = {};
  for (const name of FLAG_GATES) gates[name] = flagSlot(name, flags, { preset, version });
  for (const name of NUMBER_GATES) {
    const { presets, since, without } = NUMBERS[name];
    const isKnown = isAtLeast(version, since);
    const steps = numbers[name] ?? [];
    if (!isKnown && steps.some(({ value }) => value !== genesisValueOf(name)))
      throw new RefusedGateError(name, version, without);
    const presetSteps = presets[isKnown ? preset : 'genesis'].map((value) => ({ from: 0n, value }));
    gates[name] = steps[0]?.from === 0n ? steps : [...presetSteps, ...steps];
  }
  return gates as unknown as Gates;
}

/** The slot from which a flag is active; undefined: never. @throws RefusedGateError */
function flagSlot(
  name: FlagGate,
  flags: GateSettings['flags'],
  { preset, version }: { readonly preset: GatePreset; readonly version: NodeVersionName },
): bigint | undefined {
  const { settled, since, without }: FlagGateRow = FLAGS[name];
  const isKnown = isAtLeast(version, since);
  if (!Object.hasOwn(flags, name)) return isKnown && isOnIn(preset, name) ? 0n : undefined;
  const from = flags[name];
  if (from !== undefined && !isKnown) throw new RefusedGateError(name, version, without);
  if (from !== 0n && isSettled(name, version)) throw new RefusedGateError(name, version, settled!);
  return from;
}

function isOnIn(preset: GatePreset, name: FlagGate): boolean {
  return preset === 'localnet' || (preset === 'mainnet' && FLAGS[name].isOnMainnet);
}

/** The value of a number before any of its features. */
function genesisValueOf(name: NumberGate): number {
  return NUMBERS[name].presets.genesis[0];
}

export const DEFAULT_PRESET: GatePreset = 'mainnet';
export const DEFAULT_GATES: Gates = gatesOf(presetSettings(DEFAULT_PRESET), DEFAULT_VERSION.name);

export function isActive(from: bigint | undefined, slot: bigint): boolean {
  return from !== undefined && from <= slot;
}

export function valueAt(steps: readonly [GateStep, ...GateStep[]], slot: bigint): number {
  let { value } = steps[0];
  for (const step of steps) if (step.from <= slot) value = step.value;
  return value;
}

/** All addresses of a flag: most flags have the same one in every version. */
function gateAddresses(name: FlagGate): readonly string[] {
  const { address, rekeyed = {} }: FlagGateRow = FLAGS[name];
  return [address, ...Object.values(rekeyed)];
}

/** The gate that a feature of a version is; undefined: no gate depends on it, or the version takes it for granted. */
export function flagGateOf(feature: string, version: NodeVersionName): FlagGate | undefined {
  return FLAG_GATES.find((name) => addressIn(version, name) === feature && !isSettled(name, version));
}

function addressIn(version: NodeVersionName, name: FlagGate): string {
  const { address, rekeyed }: FlagGateRow = FLAGS[name];
  return rekeyed?.[version] ?? address;
}

/** The features that a version has taken for granted: it acts as if they were active. */
export function settledFeatures(version: NodeVersionName): readonly string[] {
  return FLAG_GATES.filter((name) => isSettled(name, version)).map((name) => FLAGS[name].address);
}

function isSettled(name: FlagGate, version: NodeVersionName): boolean {
  const { settledBy }: FlagGateRow = FLAGS[name];
  return settledBy !== undefined && NODE_VERSIONS[version][settledBy];
}

/** The slots from which features of a version are active, by address. A step of a number activates the steps before it, too. */
export function featureSlots(gates: Gates, version: NodeVersionName): ReadonlyMap<string, bigint> {
  const slots = new Map<string, bigint>();
  for (const name of FLAG_GATES) {
    const from = gates[name];
    if (from !== undefined) slots.set(addressIn(version, name), from);
  }
  for (const name of NUMBER_GATES) {
    const { back, steps } = NUMBERS[name];
    const genesis = genesisValueOf(name);
    for (const [value, address] of steps) {
      const first = gates[name].find((step) => step.value <= value);
      if (first !== undefined) slots.set(address, first.from);
    }
    const firstFall = gates[name].findIndex((step) => step.value < genesis);
    const restored = firstFall < 0 ? undefined : gates[name].slice(firstFall).find((step) => step.value === genesis);
    if (back !== undefined && restored !== undefined) slots.set(back, restored.from);
  }
  return slots;
}

/**
 * The member `gates` of ledger.json, from the features that are active on a cluster: flags with their slots, and the current values of numbers.
 *
 * @param slots slots from which features are active, by address; empty: the rent decides whether they are those of mainnet
 * @param lamportsPerByte by the rent of the node, which counts more than the features; undefined: the node does not say
 */
export function gatesJsonOfFeatures(
  slots: ReadonlyMap<string, bigint>,
  lamportsPerByte: number | undefined,
): GatePreset | Readonly<Record<string, unknown>> {
  if (slots.size === 0 && lamportsPerByte === NUMBERS.lamportsPerByte.presets.mainnet[0]) return 'mainnet';
  const preset = areOfTestValidator(slots) ? 'localnet' : 'genesis';
  const flags = FLAG_GATES.flatMap((name) => {
    const from = slotOf(name, slots);
    const isOfPreset = isOnIn(preset, name) ? from === 0n : from === undefined;
    return isOfPreset ? [] : [[name, flagMember(from)] as const];
  });
  const numbers = NUMBER_GATES.flatMap((name) => {
    const valueOfNode = name === 'lamportsPerByte' ? lamportsPerByte : undefined;
    const value = valueOfNode ?? numberOfFeatures(name, preset, slots);
    return value === NUMBERS[name].presets[preset].at(-1) ? [] : [[name, value] as const];
  });
  if (preset === 'localnet' && flags.length + numbers.length === 0) return preset;
  return { preset, ...Object.fromEntries(flags), ...Object.fromEntries(numbers) };
}

/** The member `gates` of ledger.json without the flags that a version takes for granted: it refuses those that are not on from the start. */
export function withoutSettledGates<T>(gates: T, version: NodeVersionName): T {
  if (typeof gates !== 'object' || gates === null) return gates;
  const isRefused = (name: string, value: unknown) =>
    FLAG_GATES.some((flag) => flag === name && isSettled(flag, version)) && value !== true;
  return Object.fromEntries(Object.entries(gates).filter(([name, value]) => !isRefused(name, value))) as T;
}

/** The value of a number by the active features. */
function numberOfFeatures(name: NumberGate, preset: GatePreset, slots: ReadonlyMap<string, bigint>): number {
  const { back, presets, steps } = NUMBERS[name];
  const last = steps.findLast(([, address]) => slots.has(address));
  if (last === undefined || slots.has(back ?? '')) return genesisValueOf(name);
  // a test validator has all steps at the start
  return preset === 'localnet' && last === steps.at(-1) ? presets.localnet.at(-1)! : last[0];
}

function slotOf(name: FlagGate, slots: ReadonlyMap<string, bigint>): bigint | undefined {
  const address = gateAddresses(name).find((key) => slots.has(key));
  return address === undefined ? undefined : slots.get(address);
}

/** A flag in ledger.json: on, off, or on from a slot. */
function flagMember(from: bigint | undefined): boolean | { readonly from: bigint } {
  if (from === undefined) return false;
  return from === 0n ? true : { from };
}

/** Whether the features are those of a test validator: flags that mainnet does not have are active from the start. */
function areOfTestValidator(slots: ReadonlyMap<string, bigint>): boolean {
  const testValidatorFlags = FLAG_GATES.filter((name) => !FLAGS[name].isOnMainnet && FLAGS[name].since === '4.1');
  return testValidatorFlags.some((name) => slotOf(name, slots) === 0n);
}

/** The addresses of all features of the gates. */
export const GATE_ADDRESSES: ReadonlySet<string> = new Set([
  ...FLAG_GATES.flatMap(gateAddresses),
  ...NUMBER_GATES.flatMap((name) => {
    const { back, steps }: NumberGateRow = NUMBERS[name];
    return [...steps.map(([, address]) => address), ...(back === undefined ? [] : [back])];
  }),
]);

/** The member `gates` of ledger.json, from the gates of a ledger: a preset, or the differences to `localnet` or `genesis`. */
export function gatesJsonOf(gates: Gates, version: NodeVersionName): GatePreset | Readonly<Record<string, unknown>> {
  const equalPreset = GATE_PRESETS.find((preset) => areEqual(gates, gatesOf(presetSettings(preset), version)));
  if (equalPreset !== undefined) return equalPreset;
  const preset = NUMBER_GATES.some((name) => stepsAtStart(gates[name]) > 1) ? 'localnet' : 'genesis';
  const base = gatesOf(presetSettings(preset), version);
  const flags = FLAG_GATES.flatMap((name) => {
    const from = gates[name];
    return from === base[name] ? [] : [[name, flagMember(from)] as const];
  });
  const numbers = NUMBER_GATES.filter((name) => !haveEqualSteps(name, gates, base));
  return {
    preset,
    ...Object.fromEntries(flags),
    ...Object.fromEntries(numbers.map((name) => [name, numberJsonOf(gates[name])])),
  };
}

/** A number in the member `gates`. Several values at slot 0 belong to the preset and are left out. */
function numberJsonOf(steps: readonly GateStep[]): number | readonly GateStep[] {
  const count = stepsAtStart(steps);
  const setSteps = count > 1 ? steps.slice(count) : steps;
  if (setSteps.length === 1 && setSteps[0]!.from === 0n) return setSteps[0]!.value;
  return setSteps.map((step) => ({ ...step }));
}

function stepsAtStart(steps: readonly GateStep[]): number {
  return steps.filter(({ from }) => from === 0n).length;
}

function areEqual(one: Gates, other: Gates): boolean {
  return (
    FLAG_GATES.every((name) => one[name] === other[name]) &&
    NUMBER_GATES.every((name) => haveEqualSteps(name, one, other))
  );
}

function haveEqualSteps(name: NumberGate, one: Gates, other: Gates): boolean {
  return (
    one[name].length === other[name].length &&
    one[name].every(({ from, value }, i) => other[name][i]?.from === from && other[name][i]?.value === value)
  );
}

/** The error for a block with a transaction that never ran, where the gate is off. */
export const NO_INVALID_FEE_PAYERS =
  'a transaction that never ran is in a block only where the gate invalidFeePayer is active: {"gates": {"invalidFeePayer": true}}';

/** The values of all gates in a slot. */
export function gatesIn(gates: Gates, slot: bigint): Readonly<Record<GateName, boolean | number>> {
  const flags = FLAG_GATES.map((name) => [name, isActive(gates[name], slot)] as const);
  const numbers = NUMBER_GATES.map((name) => [name, valueAt(gates[name], slot)] as const);
  return Object.fromEntries([...flags, ...numbers]) as Record<GateName, boolean | number>;
}
