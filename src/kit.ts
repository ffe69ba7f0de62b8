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
import { namedKeyPair } from './fixtures/script/compiling/names/namedKeys.ts';
import { createNode } from './node/createNode.ts';
import { controlsOf, type LedgerControls } from './node/ledgerControls.ts';
import type { LedgerNode } from './node/ledgerNode.ts';
import type { NodeOptions } from './node/nodeOptions.ts';
import { askedAt } from './testing/testNode.ts';

/**
 * A plugin of Kit 8, `stillnode/kit`: a client whose node is in this process and opens no port, or at a URL.
 *
 * @example
 * const client = await createClient().use(stillnode({ ledger: ledger().wallet('alice', sol(5)) }));
 * await client.rpc.getBalance(client.payer.address).send();
 * await client.stillnode.advance();
 * @module
 */

/** What a client asks: options of a node, a node, or the URL of one. */
export type StillnodeConfig = {
  /** name of the wallet that pays; default: the first wallet of the script. With `url` it has to be given */
  readonly payer?: string;
} & (NodeOptions | { readonly node: LedgerNode } | { readonly url: string; readonly wsUrl?: string });

/** What the plugin adds. `stillnode` has the control methods. */
export interface StillnodeClient<Node extends LedgerControls = LedgerControls> {
  readonly rpc: Rpc<SolanaRpcApi>;
  readonly rpcSubscriptions: RpcSubscriptions<SolanaRpcSubscriptionsApi>;
  readonly payer: KeyPairSigner;
  /** Lamports of the faucet for an address; resolves when they are there. */
  readonly airdrop: (address: Address, amount: Lamports, abortSignal?: AbortSignal) => Promise<Signature>;
  readonly stillnode: Node;
}

/** @throws TypeError if there is no wallet that can pay; what `createNode` throws */
export function stillnode(config: StillnodeConfig = {}) {
  return async <Client extends object>(client: Client) => {
    const { payer: name, ...where } = config;
    const { node, payer, rpc, rpcSubscriptions } = 'url' in where ? atUrl(where, name) : await inProcess(where, name);
    const send = airdropFactory({ rpc, rpcSubscriptions });
    const additions: StillnodeClient = {
      rpc,
      rpcSubscriptions,
      payer: await createKeyPairSignerFromPrivateKeyBytes(namedKeyPair(payer).seed),
      airdrop: (recipientAddress, lamports, abortSignal = new AbortController().signal) =>
        send({ recipientAddress, lamports, commitment: 'confirmed', abortSignal }),
      stillnode: node,
    };
    return extendClient(client, additions);
  };
}

/** A node, and how it is asked. */
interface Place extends Pick<StillnodeClient, 'rpc' | 'rpcSubscriptions'> {
  readonly node: LedgerControls;
  /** name of the wallet */
  readonly payer: string;
}

function atUrl({ url, wsUrl }: { readonly url: string; readonly wsUrl?: string }, payer: string | undefined): Place {
  if (payer === undefined) throw new TypeError('`payer` is missing: with `url`, give the name of the wallet that pays');
  // the port of HTTP takes WebSockets too
  const sockets = wsUrl ?? url.replace(/^http/, 'ws');
  return {
    node: controlsOf(askedAt(url).request),
    payer,
    rpc: createSolanaRpc(url),
    rpcSubscriptions: createSolanaRpcSubscriptions(sockets),
  };
}

async function inProcess(
  options: NodeOptions | { readonly node: LedgerNode },
  payer: string | undefined,
): Promise<Place> {
  const node = 'node' in options ? options.node : await createNode({ dialect: 'agave', ...options });
  return {
    node,
    payer: payer ?? (await firstWallet(node)),
    rpc: createSolanaRpcFromTransport(node.transport()) as Rpc<SolanaRpcApi>,
    rpcSubscriptions: createSolanaRpcSubscriptionsFromTransport(node.subscriptionsTransport()),
  };
}

const SYSTEM_PROGRAM = '11111111111111111111111111111111';
const NO_DATA = { encoding: 'base64', dataSlice: { offset: 0, length: 0 } } as const;

/** The first name of the script with an account of the system program, whose key follows from the name. */
async function firstWallet(node: LedgerNode): Promise<string> {
  for (const [word, address] of node.names) {
    if (word.includes('(') || namedKeyPair(word).address !== address) continue;
    const { value } = await node.request('getAccountInfo', [address, NO_DATA]);
    if (value?.owner === SYSTEM_PROGRAM) return word;
  }
  throw new TypeError(
    'the ledger has no wallet that can pay: give it one, as in ledger().wallet("alice", sol(5)), or `payer`',
  );
}
