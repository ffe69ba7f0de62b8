import { onTestFinished } from 'vitest';
import { encodeBase58 } from '../../src/codec/base58.ts';
import { ledger, type RunningNode, sol, startNode } from '../../src/index.ts';
import type { ListenOptions } from '../../src/node/nodeOptions.ts';
import { SYSTEM_PROGRAM } from '../../src/solana/address.ts';

/** A ledger that stands at slot 100, with a payment in the slot after it. */

const SCRIPT = ledger({ processed: 100, confirmed: 99, finalized: 98 })
  .wallet('alice', sol(5))
  .wallet('bob', sol(1))
  .block(98, (b) => b.transfer('alice', 'bob', sol(0.1)).named('old'))
  .block(99)
  .block(100)
  .block(101, (b) => b.transfer('alice', 'bob', sol(1)).named('payment'))
  .block(102, (b) => b.transfer('alice', 'bob', sol(50)).fail({ custom: 1 }).named('failed'));

/** Gone when its test ends. */
export async function startMoving(options: Pick<ListenOptions, 'onRequest'> = {}): Promise<RunningNode> {
  const node = await startNode({ ...options, ledger: SCRIPT, dialect: 'agave' });
  onTestFinished(() => node.close());
  return node;
}

export async function addressIn(node: RunningNode, name: string): Promise<string> {
  // the accounts that a payment names: payer first
  const { transaction } = (await node.request('getTransaction', [node.signature('old'), 'json'])) as {
    readonly transaction: { readonly message: { readonly accountKeys: readonly string[] } };
  };
  return transaction.message.accountKeys[name === 'alice' ? 0 : 1]!;
}

/** Makes an account a nonce account; returns the value of its nonce. */
export async function setNonce(node: RunningNode, nonceAccount: string, name: string): Promise<string> {
  const value = Buffer.from(name.padEnd(32, '.'));
  const data = Buffer.alloc(80);
  data.writeUInt32LE(1, 0);
  data.writeUInt32LE(1, 4);
  data.set(value, 40);
  await node.setAccount(nonceAccount, {
    lamports: 1_447_680,
    owner: SYSTEM_PROGRAM,
    data: [data.toString('base64'), 'base64'],
    executable: false,
    rentEpoch: 0,
  });
  return encodeBase58(value);
}
