import { AnchorProvider, BN, type Idl, Program, Wallet } from '@coral-xyz/anchor';
import { Connection, PublicKey, type TransactionInstruction } from '@solana/web3.js';
import { createNode, keypair, type LedgerNode, ledger, type NodeOptions, sol } from '../../src/index.ts';
import { MARKET_ADDRESS, MARKET_IDL } from './marketIdl.ts';
import { keyOf, keypairOf, signedOf } from './web3Sender.ts';

/** A node whose ledger has the program `market`, and the client of Anchor for it. */

export const MARKET = new PublicKey(MARKET_ADDRESS);

export function marketNode(options: Omit<NodeOptions, 'ledger'> = {}): Promise<LedgerNode> {
  const script = ledger({ finalized: 10 })
    .program('market', { idl: MARKET_IDL, address: MARKET_ADDRESS })
    .wallet('alice', sol(5))
    .block(10);
  return createNode({ ledger: script, dialect: 'agave', ...options });
}

/** Of web3.js, in this process. */
const connectionTo = (node: LedgerNode): Connection =>
  new Connection('http://127.0.0.1:8899', { commitment: 'confirmed', fetch: node.fetch as never });

/** It sends as alice. */
function marketClient(node: LedgerNode): Program {
  const provider = new AnchorProvider(connectionTo(node), new Wallet(keypairOf('alice')), { commitment: 'confirmed' });
  // a client has the names of an IDL in camelCase
  return new Program(MARKET_IDL as unknown as Idl, provider);
}

export interface Order {
  readonly price?: number | string;
  readonly side?: object;
  readonly label?: string;
  readonly steps?: readonly number[];
}

/** `place_order`, to be built or sent. */
export function placeOrder(
  node: LedgerNode,
  { price = 10, side = { buy: {} }, label = 'a', steps = [-1, 2] }: Order = {},
) {
  const options = { isIoc: true, rate: 1.5, blob: Buffer.of(1, 2) };
  const args = [new BN(price), new BN('340282366920938463463374607431768211455'), side, keyOf('bob'), label];
  return marketClient(node).methods.placeOrder!(...args, [1, 2, 3, 4], steps, null, options).accounts({
    order: new PublicKey(keypair('order').address),
    owner: keyOf('alice'),
  });
}

export function cancelOrder(node: LedgerNode) {
  return marketClient(node).methods.cancelOrder!().accounts({ order: new PublicKey(keypair('order').address) });
}

/** Signed by alice, and answered with the signature. */
export async function sendAs(
  node: LedgerNode,
  instructions: readonly TransactionInstruction[],
  options: object = {},
): Promise<string> {
  const connection = connectionTo(node);
  const { wire } = await signedOf(connection, instructions);
  return connection.sendRawTransaction(wire, options);
}

export async function logsOf(node: LedgerNode, signature: string): Promise<readonly string[]> {
  const sent = await node.request('getTransaction', [signature, { maxSupportedTransactionVersion: 0 }]);
  return sent!.meta!.logMessages!;
}
