import { isJsonArray } from '../codec/json.ts';
import type { Cursor } from '../document/cursor.ts';
import { didYouMean } from '../document/didYouMean.ts';
import { readAddress, readBlockhash, readList, readU32, readU64, whole } from '../document/readers.ts';
import { DEFAULT_SETTINGS, type LedgerSettings } from '../ledger/builder.ts';
import { DEFAULT_SEND_SETTINGS } from '../ledger/sendSettings.ts';
import type { NodeIdentity } from '../ledger/state.ts';
import { CLUSTER_NAMES, type ClusterName } from '../model/clusterName.ts';
import { readCluster } from './cluster.ts';
import { readOptionalMember } from './members.ts';
import { readSendSettings } from './sendSettings.ts';

/** Both ends inclusive; `at` is where `ledger.json`, or a script, has them. */
export interface SkippedSlots {
  readonly first: bigint;
  readonly last: bigint;
  readonly at: Cursor;
}

/** The members of `ledger.json`, which a script may have too; `at` is the object that contains them. */
export interface LedgerFile {
  readonly settings: LedgerSettings;
  /** the cluster whose programs and sysvars the ledger has */
  readonly clusterName: ClusterName | undefined;
  readonly at: Cursor;
}

interface LedgerMembers {
  readonly file: LedgerFile;
  readonly skipped: readonly SkippedSlots[];
}

/**
 * Reads the members of `ledger.json` from an object. A wrong member counts as absent: it has been
 * reported, so no ledger is created.
 *
 * @param alsoSkipped slots that are skipped according to another place
 */
export function readLedgerMembers(at: Cursor, alsoSkipped: readonly SkippedSlots[] = []): LedgerMembers {
  const tips = readTips(at);
  const skipped = [...readSkippedSlots(at), ...alsoSkipped];
  checkTips(at, tips, skipped);
  const cleanedUpBefore = readOptionalMember(at, 'firstAvailable', readU64);
  const clusterName = readOptionalMember(at, 'cluster', readClusterName);
  const send = readOptionalMember(at, 'send', readSendSettings) ?? DEFAULT_SEND_SETTINGS;
  const settings = { tips, cleanedUpBefore, node: readNode(at), cluster: readCluster(at), send };
  return { file: { settings, clusterName, at }, skipped };
}

function readClusterName(at: Cursor): ClusterName | undefined {
  const { value } = at;
  const name = CLUSTER_NAMES.find((known) => known === value);
  const hint = typeof value === 'string' ? didYouMean(value, CLUSTER_NAMES) : undefined;
  return name ?? at.expected(CLUSTER_NAMES.map((known) => JSON.stringify(known)).join(' or '), hint);
}

const VERSION = /^\d+\.\d+\.\d+(?:[-+][0-9A-Za-z.+-]+)?$/;

function readNode(at: Cursor): NodeIdentity {
  return {
    genesisHash: readOptionalMember(at, 'genesisHash', readBlockhash),
    identity: readOptionalMember(at, 'identity', readAddress),
    apiVersion: readOptionalMember(at, 'apiVersion', readVersion) ?? DEFAULT_SETTINGS.node.apiVersion,
    featureSet: readOptionalMember(at, 'featureSet', readU32),
  };
}

function readVersion(at: Cursor): string | undefined {
  const { value } = at;
  return typeof value === 'string' && VERSION.test(value) ? value : at.expected('a version such as "4.1.0"');
}

type Tips = LedgerSettings['tips'];

/** From processed to finalized; each slot is at most the one before. */
const TIPS = ['processed', 'confirmed', 'finalized'] as const;

function readTips(at: Cursor): Tips {
  const tips: { [name in (typeof TIPS)[number]]?: bigint } = {};
  for (const name of TIPS) {
    const slot = readOptionalMember(at, name, readU64);
    if (slot !== undefined) tips[name] = slot;
  }
  return tips;
}

function readSkippedSlots(at: Cursor): readonly SkippedSlots[] {
  return readOptionalMember(at, 'skipped', (list) => readList(list, readSkipped)) ?? [];
}

/** A slot, or the first and last slot of a range. */
export function readSkipped(at: Cursor): SkippedSlots | undefined {
  if (!isJsonArray(at.value)) {
    const slot = readU64(at);
    return whole({ first: slot, last: slot, at });
  }
  if (at.value.length !== 2) return at.expected('a slot or [first, last]');
  const range = whole({ first: readU64(at.item(0)), last: readU64(at.item(1)), at });
  if (range === undefined || range.first <= range.last) return range;
  return at.refuse(`expected [first, last] in order, found [${range.first}, ${range.last}]`);
}

function checkTips(at: Cursor, tips: Tips, skipped: readonly SkippedSlots[]): void {
  let above: (typeof TIPS)[number] | undefined;
  for (const name of TIPS) {
    const tip = tips[name];
    if (tip === undefined) continue;
    const limit = above && tips[above];
    if (limit !== undefined && tip > limit)
      at.member(name).refuse(`expected at most the ${above} slot, ${limit}, found ${tip}`);
    if (skipped.some(({ first, last }) => tip >= first && tip <= last))
      at.member(name).refuse(`expected a slot that is not skipped, found ${tip}`);
    above = name;
  }
}
