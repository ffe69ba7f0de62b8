import { stringifyJson } from '../../codec/jsonText.ts';
import { rpcErrors } from '../../errors.ts';
import { assertNoParams } from '../params/positional.ts';
import type { Method } from './method.ts';

/**
 * A node gives them in no order.
 *
 * Units    featureSet: u32; shredVersion: u16
 * Source   agave 4.1 rpc.rs get_cluster_nodes
 */
export const getClusterNodes: Method = {
  name: 'getClusterNodes',

  describe({ ADDRESS, listOf, objectOf, orNull, TEXT, U64 }) {
    const socketAddress = orNull(TEXT);
    const clusterNode = objectOf({
      clientId: orNull(TEXT),
      featureSet: orNull(U64),
      gossip: socketAddress,
      pubkey: ADDRESS,
      pubsub: socketAddress,
      rpc: socketAddress,
      serveRepair: socketAddress,
      shredVersion: orNull(U64),
      tpu: socketAddress,
      tpuForwards: socketAddress,
      tpuForwardsQuic: socketAddress,
      tpuQuic: socketAddress,
      tpuVote: socketAddress,
      tvu: socketAddress,
      version: orNull(TEXT),
    });
    return {
      summary: 'the nodes that this one knows by gossip',
      params: {},
      result: 'list of nodes, in the order of the ledger',
      schema: listOf(clusterNode),
      errors: ['notInLedger'],
    };
  },

  readParams: assertNoParams,

  answer(_params, { ledger }) {
    const { clusterNodes } = ledger.cluster;
    if (clusterNodes === undefined) throw rpcErrors.notInLedger('the nodes of its cluster', 'clusterNodes');
    return stringifyJson(clusterNodes);
  },
};
