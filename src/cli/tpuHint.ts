import type { OnRequest } from '../server/requestRecord.ts';

/** A hint for who sends transactions to a TPU, which no node of stillnode has: such a client waits in silence. @module */

/** A client that looks for a TPU asks one of these, and for the nodes. */
const LEADER_METHODS: ReadonlySet<string> = new Set(['getSlotLeaders', 'getEpochSchedule']);
const NODES_METHOD = 'getClusterNodes';
const SENDING_METHODS: ReadonlySet<string> = new Set(['sendTransaction', 'sendBundle']);

/** A client that sends by RPC too has done so by then. */
const WAIT_MS = 10_000;

/** Clients that are watched: enough for a test, and a bound for everybody else. */
const MAX_CLIENTS = 1000;

interface Client {
  asksLeaders: boolean;
  asksNodes: boolean;
  hasSent: boolean;
  timer: NodeJS.Timeout | undefined;
}

/** Notices such a client, and prints one line for a node. @param print is called once at most */
export function tpuHint(print: (text: string) => void): OnRequest {
  const clients = new Map<string, Client>();
  let isPrinted = false;
  return ({ rpcMethods }, address) => {
    if (isPrinted || address === undefined) return;
    const client = clients.get(address) ?? { asksLeaders: false, asksNodes: false, hasSent: false, timer: undefined };
    if (!clients.has(address) && clients.size >= MAX_CLIENTS) return;
    clients.set(address, client);
    for (const method of rpcMethods) {
      client.asksLeaders ||= LEADER_METHODS.has(method);
      client.asksNodes ||= method === NODES_METHOD;
      client.hasSent ||= SENDING_METHODS.has(method);
    }
    if (!client.asksLeaders || !client.asksNodes) return;
    client.timer ??= setTimeout(() => {
      if (client.hasSent || isPrinted) return;
      isPrinted = true;
      print(
        `${address} asks for leaders and nodes, and sends nothing: this node has no TPU; send by RPC, with \`solana program deploy --use-rpc\``,
      );
    }, WAIT_MS).unref();
  };
}
