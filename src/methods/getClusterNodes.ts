import { type JsonText, stringifyJson } from '../codec/json.ts';
import { rpcErrors } from '../errors.ts';
import { listOf, objectOf, orNull } from '../openrpc/schema.ts';
import { ADDRESS, TEXT, U64 } from '../openrpc/schemas.ts';
import { assertNoParams } from '../params/positional.ts';
import type { Method, MethodContext } from './method.ts';

const SOCKET_ADDRESS = orNull(TEXT);

const CLUSTER_NODE = objectOf({
  clientId: orNull(TEXT),
  featureSet: orNull(U64),
  gossip: SOCKET_ADDRESS,
  pubkey: ADDRESS,
  pubsub: SOCKET_ADDRESS,
  rpc: SOCKET_ADDRESS,
  serveRepair: SOCKET_ADDRESS,
  shredVersion: orNull(U64),
  tpu: SOCKET_ADDRESS,
  tpuForwards: SOCKET_ADDRESS,
  tpuForwardsQuic: SOCKET_ADDRESS,
  tpuQuic: SOCKET_ADDRESS,
  tpuVote: SOCKET_ADDRESS,
  tvu: SOCKET_ADDRESS,
  version: orNull(TEXT),
});

/**
 * A node gives them in no order.
 *
 * Units    featureSet: u32; shredVersion: u16
 * Source   agave 4.1 rpc.rs get_cluster_nodes
 */
export const getClusterNodes: Method = {
  name: 'getClusterNodes',

  description: {
    summary: 'the nodes that this one knows by gossip',
    params: {},
    result: 'list of nodes, in the order of the ledger',
    schema: listOf(CLUSTER_NODE),
    errors: ['notInLedger'],
  },

  readParams: assertNoParams,

  answer(_params: unknown, { ledger }: MethodContext): JsonText {
    const { clusterNodes } = ledger.cluster;
    if (clusterNodes === undefined) throw rpcErrors.notInLedger('the nodes of its cluster', 'clusterNodes');
    return stringifyJson(clusterNodes);
  },
};
