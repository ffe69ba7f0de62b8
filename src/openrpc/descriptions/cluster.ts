/** The node itself and its cluster. */
import type { Descriptions } from '../description.ts';
import { list, object, orNull } from '../schema.ts';
import { ADDRESS, ANY_OBJECT, TEXT, U64 } from '../schemas.ts';

const SOCKET_ADDRESS = orNull(TEXT);

const CLUSTER_NODE = object({
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

const PERFORMANCE_SAMPLE = object({
  numNonVoteTransactions: U64,
  numSlots: U64,
  numTransactions: U64,
  samplePeriodSecs: U64,
  slot: U64,
});

export const CLUSTER: Descriptions = {
  getIdentity: {
    summary: 'the address of the node',
    params: {},
    result: '`{identity}`',
    schema: object({ identity: ADDRESS }),
    errors: ['notInLedger'],
  },
  getGenesisHash: {
    summary: 'what tells one cluster from another',
    params: {},
    result: 'base58',
    schema: TEXT,
    errors: ['notInLedger'],
  },
  getVersion: {
    summary: 'the software that the node runs',
    params: {},
    result: '`{feature-set, solana-core}`',
    schema: object({ 'feature-set': U64, 'solana-core': TEXT }),
    errors: ['notInLedger'],
  },
  getHealth: {
    summary: 'whether the node keeps up with its cluster',
    params: {},
    result: '`"ok"`',
    schema: { const: 'ok' },
    errors: ['nodeUnhealthy'],
  },
  getClusterNodes: {
    summary: 'the nodes that this one knows by gossip',
    params: {},
    result: 'list of nodes, in the order of the ledger',
    schema: list(CLUSTER_NODE),
    errors: ['notInLedger'],
  },
  getHighestSnapshotSlot: {
    summary: 'the newest snapshots that the node has',
    params: {},
    result: '`{full, incremental}`',
    schema: object({ full: U64, incremental: orNull(U64) }),
    errors: ['noSnapshot'],
  },
  getMaxRetransmitSlot: {
    summary: 'the highest slot that the node has passed on',
    params: {},
    result: 'the processed tip',
    schema: U64,
    errors: [],
  },
  getMaxShredInsertSlot: {
    summary: 'the highest slot that the node has received something of',
    params: {},
    result: 'the processed tip',
    schema: U64,
    errors: [],
  },
  getRecentPerformanceSamples: {
    summary: 'how much the cluster did, minute by minute',
    params: { 'limit?': { type: 'integer', minimum: 0, maximum: 720, default: 720 } },
    result: 'list, newest first',
    schema: list(PERFORMANCE_SAMPLE),
    errors: ['invalidLimit', 'notInLedger'],
  },
  'rpc.discover': {
    summary: 'what can be asked here, for programs to read',
    params: {},
    result: 'an OpenRPC document',
    schema: ANY_OBJECT,
    errors: [],
  },
};
