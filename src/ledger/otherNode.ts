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

/** By state and version: what is derived from a state stays with it. */
const KEPT = new WeakMap<LedgerState, Map<NodeVersionName, LedgerState>>();

/** The same state on a node of a version, with its release. The cluster stays as it is: its gates, its consensus, its programs. */
function stateInVersion(state: LedgerState, version: NodeVersion): LedgerState {
  const byVersion = KEPT.get(state) ?? new Map<NodeVersionName, LedgerState>();
  KEPT.set(state, byVersion);
  const kept = byVersion.get(version.name);
  if (kept !== undefined) return kept;
  const { node, protocol } = state;
  // the feature set that a ledger gives is that of its own release
  const featureSet = node.apiVersion === version.release ? node.featureSet : undefined;
  const inVersion: LedgerState = {
    ...state,
    node: { ...node, apiVersion: version.release, featureSet },
    protocol: { ...protocol, version },
  };
  byVersion.set(version.name, inVersion);
  return inVersion;
}
