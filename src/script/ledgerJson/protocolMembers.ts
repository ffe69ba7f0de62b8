import { suggest } from '../../codec/suggest.ts';
import { fileOf } from '../../files/fileText.ts';
import {
  CONSENSUS_NAMES,
  type ConsensusName,
  DEFAULT_PRESET,
  FLAG_GATES,
  GATE_NAMES,
  GATE_PRESETS,
  GATES,
  type GatePreset,
  type GateSettings,
  type GateStep,
  gatesOf,
  NUMBER_GATES,
  PRESET_CONSENSUS,
  presetSettings,
  RefusedGateError,
} from '../../gates.ts';
import { consensusRefusal, type Protocol } from '../../ledger/protocol.ts';
import {
  DEFAULT_VERSION,
  NODE_VERSION_NAMES,
  NODE_VERSIONS,
  type NodeVersion,
  type NodeVersionName,
} from '../../nodeVersion.ts';
import { SAMPLE_LEDGER } from '../../packageFiles.ts';
import type { Cursor } from '../../syntax/cursor.ts';
import { refuseUnknown } from '../../syntax/members.ts';
import { isObject } from '../../syntax/readers.ts';
import {
  anyOf,
  boolean,
  count,
  described,
  list,
  type Members,
  object,
  oneOf,
  optional,
  readKnown,
  type Syntax,
  syntax,
} from '../../syntax/syntax.ts';

/**
 * The members of `ledger.json` that choose what the node and its cluster do.
 * @module
 */

const MAX_NUMBER = 1_000_000;

function readGateNumber(at: Cursor): number | undefined {
  const value = Number(at.value);
  const isNumber = typeof at.value === 'bigint' || typeof at.value === 'number';
  return isNumber && Number.isInteger(value) && value >= 1 && value <= MAX_NUMBER
    ? value
    : at.expected(`a whole number from 1 to ${MAX_NUMBER}`);
}

const gateNumber = syntax(readGateNumber, { type: 'integer', minimum: 1, maximum: MAX_NUMBER });
const activation = object({ from: count }, 'active from this slot on');
const step = object({ from: count, value: gateNumber });
const steps = list(step, { minItems: 1 });

/** A flag as the slot that it is active from; `off`: never. */
function readFlag(at: Cursor): bigint | 'off' | undefined {
  if (typeof at.value === 'boolean') return at.value ? 0n : 'off';
  return isObjectOrList(at) ? activation(at)?.from : at.expected('true, false or { "from": slot }');
}

function readSteps(at: Cursor): readonly GateStep[] | undefined {
  if (!isObjectOrList(at)) {
    const value = readGateNumber(at);
    return value === undefined ? undefined : [{ from: 0n, value }];
  }
  const read = steps(at);
  if (read?.length === 0) return at.expected('at least one { "from": slot, "value": number }');
  read?.forEach(({ from }, i) => {
    const before = read[i - 1]?.from;
    if (before !== undefined && from <= before)
      at.item(i).member('from').refuse(`expected a slot above ${before}, that of the step before, found ${from}`);
  });
  return read;
}

function isObjectOrList({ value }: Cursor): boolean {
  return typeof value === 'object' && value !== null;
}

const flagGate = anyOf<bigint | 'off'>(readFlag, boolean, activation);
const numberGate = anyOf<readonly GateStep[]>(readSteps, gateNumber, steps);
const preset = oneOf(GATE_PRESETS);

const GATE_MEMBERS: Members = {
  preset: optional(preset, 'what holds for the gates that are not named; default: as without gates'),
  ...Object.fromEntries(FLAG_GATES.map((name) => [name, optional(flagGate, GATES[name].effect)])),
  ...Object.fromEntries(NUMBER_GATES.map((name) => [name, optional(numberGate, GATES[name].effect)])),
};

function readGates(at: Cursor): GateSettings | undefined {
  const { value } = at;
  if (typeof value === 'string') {
    const name = GATE_PRESETS.find((candidate) => candidate === value);
    return name === undefined
      ? at.expected(GATE_PRESETS.map((candidate) => `"${candidate}"`).join(' or '), suggest(value, GATE_PRESETS))
      : presetSettings(name);
  }
  if (!isObject(at)) return undefined;
  refuseUnknown(at, ['preset', ...GATE_NAMES]);
  const read = readKnown(at, GATE_MEMBERS) as Readonly<Record<string, unknown>>;
  const flags = FLAG_GATES.filter((name) => read[name] !== undefined).map((name) => {
    const from = read[name] as bigint | 'off';
    return [name, from === 'off' ? undefined : from];
  });
  const numbers = NUMBER_GATES.filter((name) => read[name] !== undefined).map((name) => [name, read[name]]);
  return {
    preset: read.preset as GateSettings['preset'],
    flags: Object.fromEntries(flags),
    numbers: Object.fromEntries(numbers),
  };
}

const gates: Syntax<GateSettings> = anyOf<GateSettings>(readGates, preset, object(GATE_MEMBERS));

const migration = object({ alpenglowFrom: count }, 'Alpenglow from this slot on');

/** The consensus as the first slot of Alpenglow; `tower`: no slot. */
function readConsensus(at: Cursor): GivenConsensus | undefined {
  const { value } = at;
  if (value === 'tower') return value;
  if (value === 'alpenglow') return 0n;
  if (isObjectOrList(at)) return migration(at)?.alpenglowFrom;
  const hint = typeof value === 'string' ? suggest(value, CONSENSUS_NAMES) : undefined;
  return at.expected('"tower", "alpenglow" or { "alpenglowFrom": slot }', hint);
}

function readVersionName(at: Cursor): NodeVersionName | undefined {
  const name = NODE_VERSION_NAMES.find((candidate) => candidate === at.value);
  return name ?? at.expected(`${NODE_VERSION_NAMES.map((candidate) => `"${candidate}"`).join(', ')} as text`);
}

/** The name of a version of Agave. */
export const versionName = syntax(readVersionName, { enum: NODE_VERSION_NAMES });

export const PROTOCOL_MEMBERS = {
  agave: optional(versionName, `the version of the node whose answers are given; default ${DEFAULT_VERSION.name}`),
  gates: optional(
    described(
      gates,
      'features of the cluster: a preset, or single ones; default: localnet with cluster localnet, else mainnet',
    ),
  ),
  consensus: optional(
    anyOf<GivenConsensus>(readConsensus, oneOf(CONSENSUS_NAMES), migration),
    'how the cluster decides: tower or alpenglow; default: by the preset of its gates, alpenglow for mainnet',
  ),
};

/** The first slot of Alpenglow, or Tower. */
type GivenConsensus = bigint | ConsensusName;

/** The protocol of `ledger.json`, a script or the options of the node; undefined: the default. */
export interface GivenProtocol {
  readonly agave?: NodeVersionName | undefined;
  readonly gates?: GateSettings | undefined;
  readonly consensus?: GivenConsensus | undefined;
  /** the preset for gates that are not given; default: that of the cluster */
  readonly standardPreset?: GatePreset | undefined;
}

/** Options of the command and of the library that choose the protocol. */
export interface ProtocolOptions {
  readonly agave?: NodeVersionName | undefined;
  readonly gates?: GatePreset | undefined;
  readonly consensus?: ConsensusName | undefined;
}

/** @param standardPreset for gates that are not given */
export function givenByOptions(
  { agave, consensus, gates }: ProtocolOptions,
  standardPreset?: GatePreset,
): GivenProtocol {
  return {
    agave,
    gates: gates && presetSettings(gates),
    consensus: consensus === 'alpenglow' ? 0n : consensus,
    standardPreset,
  };
}

/** An error of options that contradict each other. */
export class ProtocolOptionError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ProtocolOptionError';
  }
}

/**
 * The protocol of a ledger. Contradictions are reported.
 *
 * @param at the object that has the members; undefined: there is none
 * @param over the protocol that the start of the node chooses: it has priority
 * @param areTipsApart whether the ledger gives different slots as confirmed and as finalized
 * @throws ProtocolOptionError if the options of the start contradict each other
 */
export function protocolOf(
  protocol: GivenProtocol,
  at: Cursor | undefined,
  over: GivenProtocol = {},
  areTipsApart = false,
): Protocol {
  const version = NODE_VERSIONS[over.agave ?? protocol.agave ?? DEFAULT_VERSION.name];
  const chosen = chosenGates(protocol, over);
  const standard = areTipsApart ? 'tower' : PRESET_CONSENSUS[chosen.preset];
  const isPossible = consensusRefusal(standard, version) === undefined;
  const consensus =
    namedConsensus({ protocol, over, version, at }) ?? (isPossible ? standard : onlyConsensusOf(version));
  return {
    version,
    gates: resolveGates(chosen, version.name, at?.member('gates')),
    alpenglowFrom: firstAlpenglowSlot(consensus),
  };
}

function firstAlpenglowSlot(consensus: GivenConsensus | ConsensusName): bigint | undefined {
  if (consensus === 'tower') return undefined;
  return consensus === 'alpenglow' ? 0n : consensus;
}

/** The gates that count: gates of the start replace all gates of the file. */
function chosenGates(protocol: GivenProtocol, over: GivenProtocol): GateSettings & { readonly preset: GatePreset } {
  const chosen = over.gates ?? protocol.gates ?? presetSettings(undefined);
  return { ...chosen, preset: chosen.preset ?? over.standardPreset ?? protocol.standardPreset ?? DEFAULT_PRESET };
}

interface ConsensusChoice {
  readonly protocol: GivenProtocol;
  readonly over: GivenProtocol;
  readonly version: NodeVersion;
  readonly at: Cursor | undefined;
}

/** Undefined: neither the start nor the ledger names one. A ledger whose consensus the version cannot have has the one that it can. */
function namedConsensus({ protocol, over, version, at }: ConsensusChoice): GivenConsensus | undefined {
  const consensus = over.consensus ?? protocol.consensus;
  const refusal = consensus === undefined ? undefined : consensusRefusal(consensus, version);
  if (refusal === undefined) return consensus;
  const only = onlyConsensusOf(version);
  const name = only === 'tower' ? 'alpenglow' : 'tower';
  const isChosenInFile = over.agave === undefined;
  if (over.consensus !== undefined) refuseOption(name, refusal, isChosenInFile ? at?.member('agave') : undefined);
  else if (name === 'tower' && isChosenInFile) at?.member('consensus').refuse(refusal);
  else if (at !== undefined && !isSample(at))
    at.member('consensus').warn(`${refusal}, so this is ${LEDGER_OF[only]}`, `leave it out, or choose "${only}"`);
  return only;
}

const LEDGER_OF: Readonly<Record<ConsensusName, string>> = {
  tower: 'a Tower ledger',
  alpenglow: 'a ledger of Alpenglow',
};

/** The consensus of a version that has one. */
function onlyConsensusOf({ hasTower }: NodeVersion): ConsensusName {
  return hasTower ? 'tower' : 'alpenglow';
}

/** @param at where the ledger chooses the version; undefined: the start chooses it too */
function refuseOption(consensus: ConsensusName, refusal: string, at: Cursor | undefined): void {
  const message = `--consensus ${consensus} (option consensus) is refused: ${refusal}`;
  if (at === undefined) throw new ProtocolOptionError(message);
  at.refuse(message);
}

/** Whether a place is in the sample ledger, which no user has written. */
function isSample(at: Cursor): boolean {
  return fileOf(at).startsWith(SAMPLE_LEDGER);
}

function resolveGates(settings: GateSettings, version: NodeVersionName, at: Cursor | undefined): Protocol['gates'] {
  try {
    return gatesOf(settings, version);
  } catch (error) {
    if (!(error instanceof RefusedGateError) || at === undefined) throw error;
    at.member(error.gate).refuse(error.message);
    return gatesOf(presetSettings(settings.preset), version);
  }
}
