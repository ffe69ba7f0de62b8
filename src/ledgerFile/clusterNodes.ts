import { isIPv4, isIPv6 } from 'node:net';
import type { JsonObject } from '../codec/json.ts';
import type { Cursor } from '../document/cursor.ts';
import { type Reader, readAddress, readList, readNullable, readText, readU16, readU32 } from '../document/readers.ts';
import { readRecord } from './composite.ts';

/** null if the node does not know the value */
function orNull<T>(read: Reader<T>): Reader<T | null> {
  return (at) => readNullable(at, read);
}

/** Source   agave 4.1 rpc-client-types RpcContactInfo */
const NODE_MEMBERS = {
  pubkey: readAddress,
  gossip: orNull(readSocketAddress),
  tvu: orNull(readSocketAddress),
  tpu: orNull(readSocketAddress),
  tpuQuic: orNull(readSocketAddress),
  tpuForwards: orNull(readSocketAddress),
  tpuForwardsQuic: orNull(readSocketAddress),
  tpuVote: orNull(readSocketAddress),
  serveRepair: orNull(readSocketAddress),
  rpc: orNull(readSocketAddress),
  pubsub: orNull(readSocketAddress),
  version: orNull(readText),
  clientId: orNull(readText),
  featureSet: orNull(readU32),
  shredVersion: orNull(readU16),
};

/** As getClusterNodes answers; only `pubkey` is required. */
export function readClusterNodes(at: Cursor): readonly JsonObject[] | undefined {
  const nodes = readList(at, (node) => readRecord(node, NODE_MEMBERS));
  if (nodes !== undefined) refuseDuplicates(at, nodes);
  return nodes;
}

function refuseDuplicates(at: Cursor, nodes: readonly { readonly pubkey: string }[]): void {
  const firsts = new Map<string, Cursor>();
  nodes.forEach(({ pubkey }, i) => {
    const first = firsts.get(pubkey);
    if (first === undefined) firsts.set(pubkey, at.item(i));
    else at.item(i).refuse(`duplicate node ${pubkey}`, undefined, first);
  });
}

const SOCKET_ADDRESS = /^(?:\[(?<v6>[^\]]+)\]|(?<v4>[^:]+)):(?<port>\d{1,5})$/;
const MAX_PORT = 0xffff;

function readSocketAddress(at: Cursor): string | undefined {
  const { value } = at;
  const { v6 = '', v4 = '', port } = (typeof value === 'string' && SOCKET_ADDRESS.exec(value)?.groups) || {};
  const isAddress = (isIPv4(v4) || isIPv6(v6)) && Number(port) <= MAX_PORT;
  return isAddress && typeof value === 'string' ? value : at.expected('an IP address with a port, "1.2.3.4:8001"');
}
