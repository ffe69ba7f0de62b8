import { type ConsensusName, DEFAULT_GATES, type GateStep, type Gates, isActive, valueAt } from '../gates.ts';
import { DEFAULT_VERSION, type NodeVersion } from '../nodeVersion.ts';

/** The behavior of a ledger's node and its cluster: set when the ledger is loaded; a migration sets `alpenglowFrom` later. */
export interface Protocol {
  readonly version: NodeVersion;
  readonly gates: Gates;
  /** the first slot of which the cluster decides by Alpenglow; undefined: never */
  readonly alpenglowFrom: bigint | undefined;
}

export const DEFAULT_PROTOCOL: Protocol = {
  version: DEFAULT_VERSION,
  gates: DEFAULT_GATES,
  alpenglowFrom: 0n,
};

/** The way in which the block of a slot is decided. */
export function consensusAt({ alpenglowFrom }: Protocol, slot: bigint): ConsensusName {
  return isActive(alpenglowFrom, slot) ? 'alpenglow' : 'tower';
}

/** Source   agave 4.3.2, 4.4.0 runtime bank/check_transactions.rs */
export function acceptsV1({ gates, version }: Pick<Protocol, 'gates' | 'version'>, slot: bigint): boolean {
  return version.takesEveryV1 || isActive(gates.txV1, slot);
}

/** The milliseconds of slots, each value from its slot on. */
export type SlotMs = readonly [GateStep, ...GateStep[]];

/** Milliseconds from the start of one slot to that of another, which may be earlier. */
export function millisecondsBetween(first: bigint, last: bigint, slotMs: SlotMs): bigint {
  if (last < first) return -millisecondsBetween(last, first, slotMs);
  if (slotMs.length === 1) return (last - first) * BigInt(slotMs[0].value);
  let milliseconds = 0n;
  for (const [i, { from, value }] of slotMs.entries()) {
    const start = from > first ? from : first;
    const next = slotMs[i + 1]?.from ?? last;
    const end = next < last ? next : last;
    if (end > start) milliseconds += (end - start) * BigInt(value);
  }
  return milliseconds;
}

/** The rent of one byte in a slot: lamports that exempt it, of which an account has 128 more than its data. */
export function lamportsPerByteAt({ gates }: Protocol, slot: bigint): bigint {
  return BigInt(valueAt(gates.lamportsPerByte, slot));
}

/** The advice of errors about confirmed and finalized at different slots. */
export const HOW_TO_CHOOSE_TOWER =
  'a Tower ledger has two: choose it with "consensus": "tower" in ledger.json or a script, the option consensus, or --consensus tower';

/** The reason why a version cannot decide by Tower; undefined: it can. */
function towerRefusal({ name, hasTower }: NodeVersion): string | undefined {
  return hasTower ? undefined : `Agave ${name} has no Tower: it decides by Alpenglow`;
}

/** The reason why a version cannot decide in a way, or begin with Alpenglow in a slot; undefined: it can. */
export function consensusRefusal(consensus: ConsensusName | bigint, version: NodeVersion): string | undefined {
  return consensus === 'tower' ? towerRefusal(version) : alpenglowRefusal(version);
}

/** The reason why a version cannot decide by Alpenglow; undefined: it can. */
export function alpenglowRefusal({ name, hasAlpenglow }: NodeVersion): string | undefined {
  return hasAlpenglow ? undefined : `Agave ${name} has no Alpenglow: it came with 4.3`;
}
