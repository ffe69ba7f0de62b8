import { decodeBase58 } from '../../codec/base58.ts';
import { type JsonObject, stringifyJson } from '../../codec/jsonText.ts';
import { rpcErrors } from '../../errors.ts';
import type { LedgerState } from '../../ledger/state.ts';
import { featureSetOf } from '../../ledger/state.ts';
import { listOf, objectOf, orNull } from '../openrpc/schema.ts';
import { ADDRESS, TEXT, U64 } from '../openrpc/schemas.ts';
import { NO_PARAMS } from '../params/params.ts';
import { method } from './method.ts';

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

/**
 * A node gives them in no order.
 *
 * Units    featureSet: u32; shredVersion: u16
 * Source   agave 4.1 rpc.rs get_cluster_nodes
 */
export const getClusterNodes = method({
  name: 'getClusterNodes',
  summary: 'the nodes that this one knows by gossip',
  params: NO_PARAMS,
  result: 'list of nodes, in the order of the ledger',
  schema: listOf(clusterNode),
  errors: ['notInLedger'],

  answer(_params, { ledger }) {
    const clusterNodes = ledger.clusterFacts.clusterNodes ?? validatorNodes(ledger);
    if (clusterNodes === undefined) throw rpcErrors.notInLedger('the nodes of its cluster', 'clusterNodes');
    return stringifyJson(clusterNodes);
  },
});

/** A node for each validator, without socket addresses: none of them can be reached. */
function validatorNodes(ledger: LedgerState): readonly JsonObject[] | undefined {
  const { clusterFacts, node } = ledger;
  return clusterFacts.validators?.map(({ identity }) => ({
    clientId: 'Agave',
    featureSet: featureSetOf(ledger) ?? null,
    gossip: null,
    pubkey: identity,
    pubsub: null,
    rpc: null,
    serveRepair: null,
    shredVersion: node.genesisHash === undefined ? null : shredVersionOf(node.genesisHash),
    tpu: null,
    tpuForwards: null,
    tpuForwardsQuic: null,
    tpuQuic: null,
    tpuVote: null,
    tvu: null,
    version: node.apiVersion,
  }));
}

/** The shred version of a cluster that was never restarted. Source agave 4.1 shred-version compute_shred_version */
function shredVersionOf(genesisHash: string): number {
  const folded = [0, 0];
  decodeBase58(genesisHash).forEach((byte, i) => {
    folded[i % 2]! ^= byte;
  });
  return Math.min(((folded[0]! << 8) | folded[1]!) + 1, 0xffff);
}
