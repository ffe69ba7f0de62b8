import { ascending } from '../../codec/bigints.ts';
import { memberAt, slotOf } from '../../codec/foreignJson.ts';
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  jsonInteger,
  stringifyJson,
} from '../../codec/jsonText.ts';
import { indentJson } from '../../codec/jsonTree.ts';
import { parseJson } from '../../codec/parseJson.ts';
import { unlessThrown } from '../../codec/unlessThrown.ts';
import { GATE_ADDRESSES, gatesJsonOfFeatures } from '../../gates.ts';
import { ACCOUNT_OVERHEAD_BYTES } from '../../ledger/rent.ts';
import { NODE_VERSION_NAMES } from '../../nodeVersion.ts';
import type { LedgerFileMember } from '../../script/ledgerJson/ledgerMembers.ts';
import { FEATURE } from '../../solana/feature.ts';
import type { ExchangeFolder, Question } from './exchange.ts';
import type { Members, Recording, SourceTips } from './recording.ts';

/**
 * `ledger.json` of a recording: tips, skipped slots and facts. Members of the file stay, except that tips advance.
 * @module
 */

export const LEDGER_FILE = 'ledger.json';

/** Both ends inclusive. */
type SlotRange = readonly [first: bigint, last: bigint];

export class LedgerFileError extends Error {
  constructor() {
    super(`${LEDGER_FILE} must be a JSON object`);
    this.name = 'LedgerFileError';
  }
}

/** @throws LedgerFileError */
export function readLedgerJson(folder: ExchangeFolder): JsonObject {
  const text = folder.readFile(LEDGER_FILE);
  if (text === undefined) return {};
  const value = unlessThrown([SyntaxError], () => parseJson(text));
  if (!isJsonObject(value)) throw new LedgerFileError();
  return value;
}

export function isSkippedIn(ledger: JsonObject): (slot: bigint) => boolean {
  const ranges = rangesOf(ledger.skipped);
  return (slot) => ranges.some(([first, last]) => slot >= first && slot <= last);
}

interface RecordedMembers {
  /** undefined: the node does not say */
  readonly tips: SourceTips | undefined;
  /** the highest slot that an answer names as confirmed: the tips were there at least */
  readonly highestSlot: bigint;
  /** the highest slot that any answer names */
  readonly highestProcessed: bigint;
  readonly skipped: Iterable<bigint>;
  readonly facts: Members;
  /** whether calls of an app are recorded, to be answered as they were */
  readonly isReplayed: boolean;
}

/** The members with what was recorded. Skipped slots are below the confirmed tip. */
export function withRecorded(
  ledger: JsonObject,
  { facts, highestProcessed, highestSlot, isReplayed, skipped, tips }: RecordedMembers,
): JsonObject {
  const slots = [...rangesOf(ledger.skipped), ...Array.from(skipped, (slot): SlotRange => [slot, slot])];
  const ranges = joinRanges(slots).map(([first, last]) =>
    first === last ? jsonInteger(first) : [jsonInteger(first), jsonInteger(last)],
  );
  const members = { ...facts, ...ledger };
  return {
    ...members,
    ...(tips && tipMembers(ledger, tipsWith(members, tips, highestSlot), highestProcessed)),
    ...(ranges.length > 0 && { skipped: ranges }),
    ...(isReplayed && ledger.replay === undefined && { replay: true }),
    ...(facts.transactionCount !== undefined && { transactionCount: facts.transactionCount }),
  };
}

export function writeLedgerJson(folder: ExchangeFolder, ledger: JsonObject): void {
  folder.writeFile(LEDGER_FILE, indentJson(stringifyJson(ledger)));
}

function tipMembers(ledger: JsonObject, { confirmed, finalized }: SourceTips, highestProcessed: bigint): JsonObject {
  const processed = highest(slotOf(ledger.processed), confirmed, highestProcessed);
  return { finalized: jsonInteger(finalized), confirmed: jsonInteger(confirmed), processed: jsonInteger(processed) };
}

/**
 * The tips of the ledger with those of a node. All that was recorded is confirmed, unless it was asked for at `processed`, and under Alpenglow final. No tip moves back: the answers
 * may come from several nodes, of which one is behind.
 *
 * @param ledger its members, with the facts
 */
export function tipsWith(ledger: JsonObject, tips: SourceTips, highestSlot: bigint): SourceTips {
  const finalized = highest(slotOf(ledger.finalized), tips.finalized);
  const confirmed = highest(slotOf(ledger.confirmed), tips.confirmed, highestSlot, finalized);
  return { finalized: isAlpenglowAt(confirmed, ledger.consensus) ? confirmed : finalized, confirmed };
}

/** @param consensus member of `ledger.json` */
function isAlpenglowAt(slot: bigint, consensus: JsonValue | undefined): boolean {
  const from = consensus === 'alpenglow' ? 0n : slotOf(memberAt(consensus, 'alpenglowFrom'));
  return from !== undefined && slot >= from;
}

function highest(...slots: readonly (bigint | undefined)[]): bigint {
  return slots.reduce<bigint>((most, slot) => (slot !== undefined && slot > most ? slot : most), 0n);
}

/** The ranges in the member `skipped`. Other values are left out: the loader reports them. */
function rangesOf(skipped: JsonValue | undefined): SlotRange[] {
  if (!isJsonArray(skipped)) return [];
  return skipped.flatMap((entry): SlotRange[] => {
    const [first, last] = (isJsonArray(entry) ? entry : [entry, entry]).map(slotOf);
    return first === undefined || last === undefined ? [] : [[first, last]];
  });
}

function joinRanges(ranges: readonly SlotRange[]): SlotRange[] {
  const joinedRanges: SlotRange[] = [];
  for (const range of ranges.toSorted(([a], [b]) => ascending(a, b))) {
    const before = joinedRanges.at(-1);
    if (before === undefined || range[0] > before[1] + 1n) joinedRanges.push(range);
    else if (range[1] > before[1]) joinedRanges[joinedRanges.length - 1] = [before[0], range[1]];
  }
  return joinedRanges;
}

/** A fact that blocks and accounts do not contain, as members of `ledger.json`. */
interface Fact {
  readonly method: string;
  /** text of a list; default: none */
  readonly params?: string;
  /** another call whose result the members need too; a node that refuses it has none */
  readonly second?: Question;
  /** each with its value in the result; one that is undefined is left out */
  readonly members: Readonly<
    Partial<Record<LedgerFileMember, (result: JsonValue, second: JsonValue | undefined) => JsonValue | undefined>>
  >;
  /** large or rarely needed */
  readonly isRare?: boolean;
  /** whether the recorder itself asks for it, as a fact of the cluster: users call this method for other things */
  readonly isOwn?: boolean;
  /** whether the answer grows with the tips, so that each run asks again */
  readonly changes?: boolean;
}

const VERSION = /^\d+\.\d+\.\d+(?:[-+][0-9A-Za-z.+-]+)?$/;

const unchanged = (result: JsonValue): JsonValue => result;
const readMember = (name: string) => (result: JsonValue) => memberAt(result, name);

/** The facts that each run asks for if it needs the node, unless the folder has them; rare ones only if a list of calls has their method. */
const FACTS: readonly Fact[] = [
  { method: 'getGenesisHash', members: { genesisHash: unchanged } },
  { method: 'getIdentity', members: { identity: readMember('identity') } },
  { method: 'getVersion', members: { agave: agaveOf, apiVersion: versionOf, featureSet: readMember('feature-set') } },
  {
    method: 'getMultipleAccounts',
    params: JSON.stringify([[...GATE_ADDRESSES], { encoding: 'base64', commitment: 'confirmed' }]),
    second: { method: 'getMinimumBalanceForRentExemption', params: '[0,{"commitment":"confirmed"}]' },
    members: { gates: gatesOfNode },
    isOwn: true,
  },
  { method: 'getAgGenesisCert', members: { consensus: consensusOf } },
  { method: 'getEpochSchedule', members: { epochSchedule: unchanged } },
  { method: 'getInflationGovernor', members: { inflation: unchanged } },
  {
    method: 'getTransactionCount',
    params: '[{"commitment":"confirmed"}]',
    members: { transactionCount: unchanged },
    changes: true,
  },
  { method: 'getSupply', members: { supply: readMember('value') }, isRare: true },
  { method: 'getClusterNodes', members: { clusterNodes: unchanged }, isRare: true },
  { method: 'getRecentPerformanceSamples', members: { performanceSamples: unchanged }, isRare: true },
  { method: 'getHighestSnapshotSlot', members: { snapshots: unchanged }, isRare: true },
];

/** The version of the node, if it has the form of those of Agave; other software has other forms. */
function versionOf(result: JsonValue): JsonValue | undefined {
  const version = memberAt(result, 'solana-core');
  return typeof version === 'string' && VERSION.test(version) ? version : undefined;
}

/** The version of Agave; undefined: it is not one of those that can be chosen. */
function agaveOf(result: JsonValue): JsonValue | undefined {
  const version = versionOf(result);
  return NODE_VERSION_NAMES.find((name) => `${version}`.startsWith(`${name}.`));
}

/** The consensus by the certificate of the last block before Alpenglow; null: there is none yet. */
function consensusOf(result: JsonValue): JsonValue | undefined {
  if (result === null) return 'tower';
  const slot = slotOf(memberAt(result, 'block', 'slot'));
  return slot === undefined ? undefined : { alpenglowFrom: jsonInteger(slot + 1n) };
}

/**
 * The gates by their feature accounts, and by the rent: a node without feature accounts may act as if features were active.
 *
 * @param result feature accounts in the order of addresses
 * @param rent lamports of an account without data
 */
function gatesOfNode(result: JsonValue, rent: JsonValue | undefined): JsonValue | undefined {
  const accounts = memberAt(result, 'value');
  if (!isJsonArray(accounts) || accounts.length !== GATE_ADDRESSES.size) return undefined;
  const slots = [...GATE_ADDRESSES].flatMap((address, i) => {
    const since = activeSince(memberAt(accounts[i] ?? null, 'data'));
    return since === undefined ? [] : [[address, since] as const];
  });
  return gatesJsonOfFeatures(new Map(slots), lamportsPerByteOf(rent)) as JsonValue;
}

/** @param rent lamports of an account without data; undefined: the node does not say */
function lamportsPerByteOf(rent: JsonValue | undefined): number | undefined {
  const lamports = Number(slotOf(rent) ?? 0n) / Number(ACCOUNT_OVERHEAD_BYTES);
  return Number.isInteger(lamports) && lamports > 0 ? lamports : undefined;
}

/** The slot in a feature account; undefined: it is not active. */
function activeSince(data: JsonValue | undefined): bigint | undefined {
  const [text] = isJsonArray(data) ? data : [];
  const bytes = Buffer.from(typeof text === 'string' ? text : '', 'base64');
  return bytes.length === FEATURE.size ? (FEATURE.tryDecode(bytes)?.activatedAt ?? undefined) : undefined;
}

export function isFactMethod(method: string): boolean {
  return FACTS.some((fact) => fact.method === method && fact.isOwn !== true);
}

/**
 * The facts that a ledger does not have yet. A node that refuses one leaves it out.
 *
 * @param existing members of `ledger.json`
 * @param methods of a list of calls
 */
export async function askFacts(
  recording: Recording,
  existing: JsonObject,
  methods: ReadonlySet<string>,
): Promise<Members> {
  const missingFacts = FACTS.filter(({ isRare, method }) => isRare !== true || methods.has(method));
  const facts: Record<string, JsonValue | undefined> = {};
  await recording.forEach(missingFacts, async ({ changes, members, method, params = '[]', second }) => {
    const missing = Object.entries(members).filter(([member]) => changes === true || existing[member] === undefined);
    if (missing.length === 0) return;
    const answer = await recording.ask({ method, params });
    if (answer.kind === 'error') return;
    const secondAnswer = second && (await recording.ask(second));
    const secondResult = secondAnswer?.kind === 'result' ? parseJson(secondAnswer.text) : undefined;
    for (const [member, read] of missing) facts[member] = read(parseJson(answer.text), secondResult) ?? undefined;
  });
  return facts;
}
