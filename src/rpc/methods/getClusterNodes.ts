import { decodeBase58 } from '../../codec/base58.ts';
import { type JsonObject, stringifyJson } from '../../codec/jsonText.ts';
import { rpcErrors } from '../../errors.ts';
import type { LedgerState } from '../../ledger/state.ts';
import { featureSetOf } from '../../ledger/state.ts';
import { listOf, objectOf, orNull, withName, withNote, withNoteAlone } from '../openrpc/schema.ts';
import { ADDRESS, TEXT, U16, U32 } from '../openrpc/schemas.ts';
import { NO_PARAMS } from '../params/params.ts';
import { method, type NodeAddresses } from './method.ts';

const socketAddress = orNull(TEXT);
const clusterNode = withName(
  'ClusterNode',
  objectOf({
    clientId: orNull(TEXT),
    featureSet: orNull(U32),
    gossip: socketAddress,
    pubkey: ADDRESS,
    pubsub: socketAddress,
    rpc: socketAddress,
    serveRepair: socketAddress,
    shredVersion: orNull(U16),
    tpu: socketAddress,
    tpuForwards: socketAddress,
    tpuForwardsQuic: socketAddress,
    tpuQuic: socketAddress,
    'tpuVote?': withNote(socketAddress, 'absent from 4.5 on'),
    tvu: socketAddress,
    version: orNull(TEXT),
  }),
);

/**
 * A node gives them in no order. On a localnet its own contact info has the addresses of a test validator: `rpc` and `pubsub` are those
 * where this node listens, at the others nothing does.
 *
 * Units    featureSet: u32; shredVersion: u16
 * Source   agave 4.1, 4.5.0-alpha.4 rpc.rs get_cluster_nodes; solana-test-validator 4.3.2
 */
export const getClusterNodes = method({
  name: 'getClusterNodes',
  summary: 'the nodes that this one knows by gossip',
  params: NO_PARAMS,
  result: withNoteAlone(listOf(clusterNode), 'list of nodes, in the order of the ledger'),
  errors: ['notInLedger'],
  isNeverCached: true,

  answer(_params, { addresses, ledger }) {
    const clusterNodes = ledger.clusterFacts.clusterNodes ?? validatorNodes(ledger, addresses);
    if (clusterNodes === undefined) throw rpcErrors.notInLedger('the nodes of its cluster', 'clusterNodes');
    if (ledger.protocol.version.hasVotePorts) return stringifyJson(clusterNodes);
    return stringifyJson(clusterNodes.map(({ tpuVote: _, ...node }) => node));
  },
});

/** The ports of a test validator, by the members that have them. */
export const TEST_VALIDATOR_PORTS = {
  gossip: 8001,
  serveRepair: 8017,
  tpuForwardsQuic: 8012,
  tpuQuic: 8011,
  tpuVote: 8013,
  tvu: 8010,
};

/** A node for each validator. None of them can be reached, so they have no socket addresses, but for the node itself on a localnet. */
function validatorNodes(ledger: LedgerState, addresses: NodeAddresses | undefined): readonly JsonObject[] | undefined {
  const { clusterFacts, node, sysvars } = ledger;
  const isTestValidator = addresses !== undefined && sysvars?.cluster === 'localnet';
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
    ...(isTestValidator && identity === node.identity && contactOf(addresses)),
  }));
}

function contactOf({ pubsub, rpc }: NodeAddresses): JsonObject {
  const host = rpc.slice(0, rpc.lastIndexOf(':'));
  const ports = Object.entries(TEST_VALIDATOR_PORTS).map(([name, port]) => [name, `${host}:${port}`] as const);
  return { ...Object.fromEntries(ports), pubsub, rpc };
}

/** The shred version of a cluster that was never restarted. Source agave 4.1 shred-version compute_shred_version */
export function shredVersionOf(genesisHash: string): number {
  const folded = [0, 0];
  decodeBase58(genesisHash).forEach((byte, i) => {
    folded[i % 2]! ^= byte;
  });
  return Math.min(((folded[0]! << 8) | folded[1]!) + 1, 0xffff);
}
