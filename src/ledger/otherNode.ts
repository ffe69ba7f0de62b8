import type { NodeVersion, NodeVersionName } from '../nodeVersion.ts';
import type { LedgerState } from './state.ts';
import { stateBehind } from './steps.ts';

/** Another node of the cluster behind the same address, as load balancers have several. */
export interface OtherNode {
  /** undefined: that of the ledger */
  readonly version: NodeVersion | undefined;
  /** slots that its tips are behind; undefined: none */
  readonly slotsBehind: bigint | undefined;
}

/** The state that another node answers from; undefined: the node of the ledger answers. */
export function stateOfNode(state: LedgerState, node: OtherNode | undefined): LedgerState {
  const { slotsBehind, version } = node ?? {};
  const behind = slotsBehind === undefined ? state : stateBehind(state, slotsBehind);
  return version === undefined ? behind : stateInVersion(behind, version);
}

/** States of other versions, by the state of the ledger. */
const IN_VERSIONS = new WeakMap<LedgerState, Map<NodeVersionName, LedgerState>>();

/** Returns the state on a node of a version, with its release. Gates, consensus and programs stay those of the cluster. */
function stateInVersion(state: LedgerState, version: NodeVersion): LedgerState {
  const byVersion = IN_VERSIONS.get(state) ?? new Map<NodeVersionName, LedgerState>();
  IN_VERSIONS.set(state, byVersion);
  const known = byVersion.get(version.name);
  if (known !== undefined) return known;
  const { node, protocol } = state;
  // the ledger gives the feature set of one release only
  const featureSet = node.apiVersion === version.release ? node.featureSet : undefined;
  const inVersion: LedgerState = {
    ...state,
    node: { ...node, apiVersion: version.release, featureSet },
    protocol: { ...protocol, version },
  };
  byVersion.set(version.name, inVersion);
  return inVersion;
}
