import { integerOf, memberAt } from '../../codec/foreignJson.ts';
import { isJsonArray, type JsonObject, type JsonValue, jsonInteger } from '../../codec/jsonText.ts';
import { parseJson } from '../../codec/parseJson.ts';
import { GATE_ADDRESSES, gatesJsonOfFeatures, withoutSettledGates } from '../../gates.ts';
import { ACCOUNT_OVERHEAD_BYTES } from '../../ledger/rent.ts';
import { DEFAULT_VERSION, NODE_VERSION_NAMES } from '../../nodeVersion.ts';
import type { LedgerFileMember } from '../../script/ledgerJson/ledgerMembers.ts';
import { FEATURE } from '../../solana/feature.ts';
import type { Question } from './exchange.ts';
import type { Members, Recording } from './recording.ts';

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
  const agave = facts.agave ?? existing.agave;
  const version = NODE_VERSION_NAMES.find((name) => name === agave) ?? DEFAULT_VERSION.name;
  return { ...facts, gates: withoutSettledGates(facts.gates, version) };
}

/** Whether the answer to a call of a user is a fact, so that the call is not kept besides. */
export function isFactMethod(method: string): boolean {
  return FACTS.some((fact) => fact.method === method && fact.isOwn !== true);
}

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
  const slot = integerOf(memberAt(result, 'block', 'slot'));
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
  const lamports = Number(integerOf(rent) ?? 0n) / Number(ACCOUNT_OVERHEAD_BYTES);
  return Number.isInteger(lamports) && lamports > 0 ? lamports : undefined;
}

/** The slot in a feature account; undefined: it is not active. */
function activeSince(data: JsonValue | undefined): bigint | undefined {
  const [text] = isJsonArray(data) ? data : [];
  const bytes = Buffer.from(typeof text === 'string' ? text : '', 'base64');
  return bytes.length === FEATURE.size ? (FEATURE.tryDecode(bytes)?.activatedAt ?? undefined) : undefined;
}
