import type { NodeVersion } from '../nodeVersion.ts';
import type { LedgerState } from './state.ts';
import { withTipsBack } from './tipsBack.ts';

/** Another node of the cluster behind the same address, as load balancers have several. */
export interface OtherNode {
  /** undefined: that of the ledger */
  readonly version: NodeVersion | undefined;
  /** ignored without `version`; undefined: that of its release, or of the ledger if the release is the same */
  readonly featureSet?: number | undefined;
  /** slots that its tips are behind; undefined: none */
  readonly slotsBehind: bigint | undefined;
}

/** The state that another node answers from; undefined: the node of the ledger answers. */
export function stateOfNode(state: LedgerState, node: OtherNode | undefined): LedgerState {
  const { featureSet, slotsBehind, version } = node ?? {};
  const behind = slotsBehind === undefined ? state : withTipsBack(state, slotsBehind);
  return version === undefined ? behind : stateInVersion(behind, version, featureSet);
}

/** States of other versions, by the state of the ledger. The key is the version with its feature set. */
const IN_VERSIONS = new WeakMap<LedgerState, Map<string, LedgerState>>();

/** Returns the state on a node of a version, with its release. Gates, consensus and programs stay those of the cluster. */
function stateInVersion(state: LedgerState, version: NodeVersion, featureSet: number | undefined): LedgerState {
  const byVersion = IN_VERSIONS.get(state) ?? new Map<string, LedgerState>();
  IN_VERSIONS.set(state, byVersion);
  const key = `${version.name} ${featureSet}`;
  const cached = byVersion.get(key);
  if (cached !== undefined) return cached;
  const { node, protocol } = state;
  // the ledger gives the feature set of one release only
  const ledgerFeatureSet = node.apiVersion === version.release ? node.featureSet : undefined;
  const inVersion: LedgerState = {
    ...state,
    node: { ...node, apiVersion: version.release, featureSet: featureSet ?? ledgerFeatureSet },
    protocol: { ...protocol, version },
  };
  byVersion.set(key, inVersion);
  return inVersion;
}
