import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  AddressLookupTableAccount,
  Connection,
  PublicKey,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import { onTestFinished } from 'vitest';
import { ByteWriter } from '../../src/codec/bytes.ts';
import {
  createNode,
  type LedgerNode,
  ledger,
  type NewAccount,
  type RunningNode,
  sol,
  startNode,
  tokens,
} from '../../src/index.ts';
import type { NodeOptions, ScriptedLedger } from '../../src/node/nodeOptions.ts';
import { type Address, TOKEN_PROGRAM } from '../../src/solana/address.ts';
import { LOOKUP_TABLE_PROGRAM, lookupTableBytes } from '../../src/solana/lookupTable.ts';
import type { UpstreamOptions } from '../../src/tools/record/upstreamOptions.ts';
import { startProxy, type UpstreamProxy } from './upstreamProxy.ts';
import { keyOf, keypairOf } from './web3Sender.ts';

/** A node that is a fork of a cluster: a second node is the cluster, and a proxy before it counts what is asked. */

/** Its slots are far above those of the fork. */
export const CLUSTER_SLOT = 1_000_000;

/** The wallets alice and bob, a token, a nonce and a lookup table. */
const CLUSTER: ScriptedLedger = ledger()
  .wallet('alice', sol(5))
  .wallet('bob', sol(1))
  .mint('usdc', { decimals: 6, authority: 'alice' })
  .tokenAccount('alice', tokens(50, 'usdc'))
  .tokenAccount('bob', tokens(1, 'usdc'))
  .nonce('counter', { authority: 'alice' })
  .lookupTable('table', { addresses: ['bob', '$ata(bob,usdc)'] })
  .block(CLUSTER_SLOT);

/** A ledger that knows none of them. */
const OWN: ScriptedLedger = ledger().wallet('carol', sol(3)).blocks({ from: 198, to: 200 });

export interface ClusterFork {
  readonly cluster: RunningNode;
  readonly proxy: UpstreamProxy;
  /** for recordings; gone when the test ends */
  readonly folder: string;
  /** a new run of the fork */
  run(upstream?: Partial<UpstreamOptions>, options?: NodeOptions): Promise<LedgerNode>;
  /** a run that has the recording alone */
  runOffline(options?: NodeOptions): Promise<LedgerNode>;
}

export async function clusterFork(ledgerOfCluster: ScriptedLedger = CLUSTER): Promise<ClusterFork> {
  const cluster = await startNode({ ledger: ledgerOfCluster, dialect: 'agave' });
  const proxy = await startProxy(cluster.url);
  const folder = mkdtempSync(join(tmpdir(), 'fork-'));
  onTestFinished(async () => {
    await proxy[Symbol.asyncDispose]();
    await cluster.close();
    rmSync(folder, { recursive: true });
  });
  const create = async (upstream: UpstreamOptions, options: NodeOptions) => {
    const node = await createNode({ ledger: OWN, dialect: 'agave', ...options, upstream });
    onTestFinished(() => node.close());
    return node;
  };
  return {
    cluster,
    proxy,
    folder,
    run: (upstream = {}, options = {}) => create({ url: proxy.url, ...upstream }, options),
    runOffline: (options = {}) => create({ record: folder, mode: 'none' }, options),
  };
}

const FORM = { commitment: 'finalized', encoding: 'base64+zstd' };

/** A question for accounts, as the proxy has it. */
export const askText = (addresses: readonly string[], minContextSlot?: number): string =>
  `getMultipleAccounts ${JSON.stringify([addresses, { ...FORM, ...(minContextSlot !== undefined && { minContextSlot }) }])}`;

/** web3.js over a node without a port. */
export const connectionOf = (node: LedgerNode): Connection =>
  new Connection('http://stillnode', { fetch: node.fetch as never, commitment: 'confirmed' });

/** The answer to a transaction: the text after `"jsonrpc":"2.0",` and before the id. */
export async function answerOf(node: LedgerNode, method: string, params: readonly unknown[]): Promise<string> {
  const reply = await node.dispatch(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
  return reply.trimEnd().slice('{"jsonrpc":"2.0",'.length, -',"id":1}'.length);
}

/** The parameters of a send or a simulation. */
export const base64Params = (wire: Uint8Array, config: object = {}) =>
  [Buffer.from(wire).toString('base64'), { encoding: 'base64', ...config }] as const;

/** From the token account of alice to that of bob. */
export function tokenTransfer(cluster: LedgerNode, amount: bigint): TransactionInstruction {
  const [from, to] = ['$ata(alice,usdc)', '$ata(bob,usdc)'].map((name) => new PublicKey(cluster.address(name)));
  return new TransactionInstruction({
    programId: new PublicKey(TOKEN_PROGRAM),
    keys: [
      { pubkey: from!, isSigner: false, isWritable: true },
      { pubkey: to!, isSigner: false, isWritable: true },
      { pubkey: keyOf('alice'), isSigner: true, isWritable: false },
    ],
    data: Buffer.from(new ByteWriter().u8(3).u64(amount).bytes()),
  });
}

/** A table that was extended in a slot of the cluster that the fork has not reached. */
export function tableOf(entries: readonly string[]): NewAccount {
  const times = { deactivationSlot: undefined, lastExtendedSlot: BigInt(CLUSTER_SLOT - 5), lastExtendedStartIndex: 1 };
  const data = Buffer.from(lookupTableBytes(null, entries as readonly Address[], times)).toString('base64');
  return {
    lamports: 100_000_000,
    owner: LOOKUP_TABLE_PROGRAM,
    data: [data, 'base64'],
    executable: false,
    rentEpoch: 0,
  };
}

/** A transaction of alice that uses the table `wide`. */
export async function withTable(
  node: LedgerNode,
  entries: readonly string[],
  instructions: TransactionInstruction[],
): Promise<VersionedTransaction> {
  const state = {
    deactivationSlot: 2n ** 64n - 1n,
    lastExtendedSlot: 0,
    lastExtendedSlotStartIndex: 0,
    addresses: entries.map((entry) => new PublicKey(entry)),
  };
  const table = new AddressLookupTableAccount({ key: keyOf('wide'), state });
  const { blockhash: recentBlockhash } = await connectionOf(node).getLatestBlockhash();
  const message = new TransactionMessage({ payerKey: keyOf('alice'), recentBlockhash, instructions });
  const transaction = new VersionedTransaction(message.compileToV0Message([table]));
  transaction.sign([keypairOf('alice')]);
  return transaction;
}
