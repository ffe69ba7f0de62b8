import {
  type Address,
  airdropFactory,
  createKeyPairSignerFromPrivateKeyBytes,
  createSolanaRpc,
  createSolanaRpcFromTransport,
  createSolanaRpcSubscriptions,
  createSolanaRpcSubscriptionsFromTransport,
  extendClient,
  type KeyPairSigner,
  type Lamports,
  type Rpc,
  type RpcSubscriptions,
  type Signature,
  type SolanaRpcApi,
  type SolanaRpcSubscriptionsApi,
} from '@solana/kit';
import type { LedgerNames } from './ledger/state.ts';
import type { Request } from './node/answers/requestTypes.ts';
import { connect, type NodeConnection } from './node/connection/connect.ts';
import { socketUrlOf } from './node/connection/httpCalls.ts';
import { createNode } from './node/createNode.ts';
import { type LedgerNode, servedBy } from './node/ledgerNode.ts';
import type { NodeOptions } from './node/nodeOptions.ts';
import { keyPairIn } from './runtime/names/ledgerNames.ts';
import { type KeyPair, namedKeyPair } from './runtime/names/namedKeys.ts';

/**
 * A plugin of Kit 8, `stillnode/kit`: a client whose node is in this process and opens no port, or at a URL.
 *
 * @example
 * const client = await createClient().use(stillnode({ ledger: ledger().wallet('alice', sol(5)) }));
 * await client.rpc.getBalance(client.payer.address).send();
 * await client.stillnode.advance();
 * @module
 */

/** The node of a client in this process: options of a new one, or a node. */
export type LocalConfig = {
  /** name of the wallet that pays, with the key that the ledger has for it; default: the first wallet of the script */
  readonly payer?: string;
} & (NodeOptions | { readonly node: LedgerNode });

/** The node of a client in another process, which takes control calls. */
export interface UrlConfig {
  /** URL with the keys of the node, as `?apikey=…&controlKey=…` */
  readonly url: string;
  /** URL of its WebSockets; default: that of HTTP */
  readonly wsUrl?: string;
  /** name of the wallet that pays */
  readonly payer: string;
}

/** The node of a client: options of a new node, a node, or the URL of one. */
export type StillnodeConfig = LocalConfig | UrlConfig;

/** A node that a client has: in this process, or over a connection. */
type ClientNode = LedgerNode | NodeConnection;

/** The members that the plugin adds to a client. */
export interface StillnodeClient<Node extends ClientNode = ClientNode> {
  /** the methods of the node */
  readonly rpc: Rpc<SolanaRpcApi>;
  /** the subscriptions of the node */
  readonly rpcSubscriptions: RpcSubscriptions<SolanaRpcSubscriptionsApi>;
  /** the wallet that pays */
  readonly payer: KeyPairSigner;
  /** Sends lamports of the faucet to an address; resolves when they are there. */
  readonly airdrop: (address: Address, amount: Lamports, abortSignal?: AbortSignal) => Promise<Signature>;
  /** the node, with its control methods; `close()` ends a node of this process, and of one at a URL only the connection */
  readonly stillnode: Node;
}

/** Adds members to a client of Kit. */
type Plugin<Node extends ClientNode> = <Client extends object>(
  client: Client,
) => Promise<ReturnType<typeof extendClient<Client, StillnodeClient<Node>>>>;

/**
 * The plugin: `createClient().use(stillnode())`.
 *
 * @example
 * const client = await createClient().use(stillnode({ ledger: 'fixtures', payer: 'alice' }));
 * @throws TypeError if the ledger has no wallet that can pay; the errors of `createNode`, and of `connect` with `url`
 */
export function stillnode(config?: LocalConfig): Plugin<LedgerNode>;
export function stillnode(config: UrlConfig): Plugin<NodeConnection>;
export function stillnode(config: StillnodeConfig): Plugin<ClientNode>;
export function stillnode(config: StillnodeConfig = {}): Plugin<ClientNode> {
  return async <Client extends object>(client: Client) => {
    const { node, payer, rpc, rpcSubscriptions } = await ('url' in config
      ? connectToUrl(config)
      : connectInProcess(config));
    const send = airdropFactory({ rpc, rpcSubscriptions });
    const additions: StillnodeClient = {
      rpc,
      rpcSubscriptions,
      payer: await createKeyPairSignerFromPrivateKeyBytes(payer.seed),
      airdrop: (recipientAddress, lamports, abortSignal = new AbortController().signal) =>
        send({ recipientAddress, lamports, commitment: 'confirmed', abortSignal }),
      stillnode: node,
    };
    return extendClient(client, additions);
  };
}

/** A node with its clients of Kit, and the wallet that pays. */
interface ConnectedNode extends Pick<StillnodeClient, 'rpc' | 'rpcSubscriptions'> {
  readonly node: ClientNode;
  readonly payer: KeyPair;
}

async function connectToUrl({ payer, url, wsUrl }: UrlConfig): Promise<ConnectedNode> {
  if (payer === undefined) throw new TypeError('`payer` is missing: with `url`, give the name of the wallet that pays');
  // the port of HTTP takes WebSockets too
  const sockets = wsUrl ?? socketUrlOf(url);
  const node = await connect(url, wsUrl === undefined ? {} : { wsUrl });
  return {
    node,
    payer: await payerAt(node.request, withDollar(payer)),
    rpc: createSolanaRpc(url),
    rpcSubscriptions: createSolanaRpcSubscriptions(sockets),
  };
}

async function connectInProcess({ payer, ...options }: LocalConfig): Promise<ConnectedNode> {
  const node = 'node' in options ? options.node : await createNode(options);
  const names = servedBy(node).live.version.state.names;
  return {
    node,
    payer: payer === undefined ? await firstWallet(node, names) : payerIn(names, withDollar(payer)),
    rpc: createSolanaRpcFromTransport(node.transport()) as Rpc<SolanaRpcApi>,
    rpcSubscriptions: createSolanaRpcSubscriptionsFromTransport(node.subscriptionsTransport()),
  };
}

const SYSTEM_PROGRAM = '11111111111111111111111111111111';
const NO_DATA = { encoding: 'base64', dataSlice: { offset: 0, length: 0 } } as const;

/** The first name of the script with an account of the system program, whose secret is known. */
async function firstWallet(node: LedgerNode, names: LedgerNames): Promise<KeyPair> {
  for (const name of node.names.keys()) {
    const pair = name.includes('(') ? undefined : keyPairIn(names, name);
    if (pair === undefined) continue;
    const { value } = await node.request('getAccountInfo', [pair.address, NO_DATA]);
    if (value?.owner === SYSTEM_PROGRAM) return pair;
  }
  throw new TypeError(
    'the ledger has no wallet that can pay: give it one, as in ledger().wallet("alice", sol(5)), or `payer`',
  );
}

/** @throws TypeError if the secret is unknown */
function payerIn(names: LedgerNames, name: string): KeyPair {
  const pair = keyPairIn(names, name);
  if (pair !== undefined) return pair;
  throw new TypeError(
    `\`payer\` cannot sign: the ledger knows only the address of ${name}; give its seed, as in ledger().key("alice", { seed })`,
  );
}

/** @throws TypeError if the node has another key for the name: its secret stays there */
async function payerAt(request: Request, name: string): Promise<KeyPair> {
  const pair = namedKeyPair(name);
  const address = await request('stillnode_address', [name]).catch(() => pair.address);
  if (address === pair.address) return pair;
  throw new TypeError(
    `\`payer\` cannot sign: ${name} is ${address} in the ledger of the node, and the secret of this key stays there`,
  );
}

function withDollar(name: string): string {
  return name.startsWith('$') ? name : `$${name}`;
}
