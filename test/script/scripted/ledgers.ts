import { readdirSync } from 'node:fs';
import {
  type Address,
  address,
  createSolanaRpc,
  type Rpc,
  type Signature,
  type SolanaRpcApi,
  signature,
} from '@solana/kit';
import { afterAll } from 'vitest';
import type { DialectName } from '../../../src/dialect.ts';
import { startNode } from '../../../src/node/createNode.ts';
import { namedKeyPair } from '../../../src/runtime/names/namedKeys.ts';

/** The example ledgers of `ledger-fixtures/scripted`, and Kit's client of nodes that answer from them. */

export const FOLDER = 'ledger-fixtures/scripted';
export const LEDGERS: readonly string[] = readdirSync(FOLDER).filter((name) => name.includes('.ledger.'));

export type Client = Rpc<SolanaRpcApi>;

/** Serves an example for the rest of a test file; the agave dialect, as that is what Kit is made for. */
export async function clientOf(file: string, dialect: DialectName = 'agave'): Promise<Client> {
  const node = await startNode({ ledger: [`${FOLDER}/${file}`], dialect });
  afterAll(() => node.close());
  return createSolanaRpc(node.url);
}

/** What `$name` stands for. */
export function addressOf(name: string): Address {
  return address(namedKeyPair(name).address);
}

/** Of the transactions of a block that is confirmed, in their order. */
export async function signaturesAt(rpc: Client, slot: bigint): Promise<readonly Signature[]> {
  const block = await rpc
    .getBlock(slot, { maxSupportedTransactionVersion: 0, transactionDetails: 'signatures', rewards: false })
    .send();
  if (block === null) throw new Error(`no block at slot ${slot}`);
  return block.signatures.map((text) => signature(text));
}
