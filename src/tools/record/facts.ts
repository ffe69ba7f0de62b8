import type { JsonObject, JsonValue } from '../../codec/jsonText.ts';
import { parseJson } from '../../codec/parseJson.ts';
import type { LedgerFileMember } from '../../fixtures/ledgerJson/ledgerMembers.ts';
import { memberAt } from '../jsonValues.ts';
import type { Members, Recording } from './recording.ts';

/**
 * What blocks and accounts do not contain, as members of `ledger.json`.
 * @module
 */

interface Fact {
  readonly method: string;
  /** text of a list; default: none */
  readonly params?: string;
  /** each with its value in the result; one that is undefined is left out */
  readonly members: Readonly<Partial<Record<LedgerFileMember, (result: JsonValue) => JsonValue | undefined>>>;
  /** large or rarely needed */
  readonly isRare?: boolean;
  /** it grows with the tips, so it is asked again */
  readonly changes?: boolean;
}

const VERSION = /^\d+\.\d+\.\d+(?:[-+][0-9A-Za-z.+-]+)?$/;

const whole = (result: JsonValue): JsonValue => result;
const member = (name: string) => (result: JsonValue) => memberAt(result, name);

/** Asked for in every run that needs the node, unless the folder has them. Rare ones only if a list of calls has their method. */
const FACTS: readonly Fact[] = [
  { method: 'getGenesisHash', members: { genesisHash: whole } },
  { method: 'getIdentity', members: { identity: member('identity') } },
  { method: 'getVersion', members: { apiVersion: versionOf, featureSet: member('feature-set') } },
  { method: 'getEpochSchedule', members: { epochSchedule: whole } },
  { method: 'getInflationGovernor', members: { inflation: whole } },
  {
    method: 'getTransactionCount',
    params: '[{"commitment":"confirmed"}]',
    members: { transactionCount: whole },
    changes: true,
  },
  { method: 'getSupply', members: { supply: member('value') }, isRare: true },
  { method: 'getClusterNodes', members: { clusterNodes: whole }, isRare: true },
  { method: 'getRecentPerformanceSamples', members: { performanceSamples: whole }, isRare: true },
  { method: 'getHighestSnapshotSlot', members: { snapshots: whole }, isRare: true },
];

/** Other software than Agave has versions of other forms. */
function versionOf(result: JsonValue): JsonValue | undefined {
  const version = memberAt(result, 'solana-core');
  return typeof version === 'string' && VERSION.test(version) ? version : undefined;
}

export function isFactMethod(method: string): boolean {
  return FACTS.some((fact) => fact.method === method);
}

/**
 * The facts that a ledger does not have yet. A node that refuses one leaves it out.
 *
 * @param known members of `ledger.json`
 * @param methods of a list of calls
 */
export async function askFacts(
  recording: Recording,
  known: JsonObject,
  methods: ReadonlySet<string>,
): Promise<Members> {
  const facts = FACTS.filter(({ isRare, method }) => isRare !== true || methods.has(method));
  const found: Record<string, JsonValue | undefined> = {};
  await recording.each(facts, async ({ changes, members, method, params = '[]' }) => {
    const missing = Object.entries(members).filter(([member]) => changes === true || known[member] === undefined);
    if (missing.length === 0) return;
    const answer = await recording.ask({ method, params });
    if (answer.kind === 'error') return;
    const result = parseJson(answer.text);
    for (const [member, read] of missing) found[member] = read(result) ?? undefined;
  });
  return found;
}
