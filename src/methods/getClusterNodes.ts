import { type JsonText, stringifyJson } from '../codec/json.ts';
import { rpcErrors } from '../errors.ts';
import { assertNoParams } from '../params/positional.ts';
import type { Method, MethodContext } from './method.ts';

/**
 * Answers `getClusterNodes`: the nodes that this one knows by gossip.
 *
 * Params   none
 * Result   list, in the order of the ledger; the node has none
 * Units    featureSet: u32, shredVersion: u16
 * Errors   notInLedger -32603
 * Source   agave 4.1 rpc.rs get_cluster_nodes
 */
export const getClusterNodes: Method = {
  name: 'getClusterNodes',

  readParams: assertNoParams,

  answer(_params: unknown, { ledger }: MethodContext): JsonText {
    const { clusterNodes } = ledger.cluster;
    if (clusterNodes === undefined) throw rpcErrors.notInLedger('the nodes of its cluster', 'clusterNodes');
    return stringifyJson(clusterNodes);
  },
};
