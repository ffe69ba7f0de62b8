import { PublicKey, TransactionInstruction } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { keypair } from '../../../src/index.ts';
import type { LedgerNode } from '../../../src/node/ledgerNode.ts';
import {
  answerOf,
  askText,
  base64Params,
  CLUSTER_SLOT,
  clusterFork,
  connectionOf,
  tableOf,
  tokenTransfer,
  withTable,
} from '../../support/clusterFork.ts';
import { deferred } from '../../support/upstreamProxy.ts';
import { keyOf, keypairOf, signedOf, transferByNonce, transferOf } from '../../support/web3Sender.ts';

/** Sends on a fork of a cluster: what is asked of the cluster, when, and what the ledger knows then. */

const address = (name: string): string => keypair(name).address;

async function lamportsOf(node: LedgerNode, name: string): Promise<unknown> {
  return (await node.request('getBalance', [address(name)])).value;
}

describe('what is asked', () => {
  it('of a plain transfer its accounts, with one question; the transfer is carried out here', async () => {
    const { cluster, proxy, run } = await clusterFork();
    const node = await run();
    const connection = connectionOf(node);
    const { wire } = await signedOf(connection, [transferOf('alice', 'bob', 1_000_000_000)]);
    await connection.sendRawTransaction(wire);
    expect(proxy.texts()).toEqual([askText([address('alice'), address('bob')])]);
    expect([await lamportsOf(node, 'alice'), await lamportsOf(node, 'bob')]).toEqual([3_999_995_000, 2_000_000_000]);
    expect(await lamportsOf(cluster, 'bob')).toBe(1_000_000_000);
    // the ledger has them from now on
    await connection.sendRawTransaction((await signedOf(connection, [transferOf('alice', 'bob', 5)])).wire);
    expect(proxy.calls).toHaveLength(1);
  });

  it('of token accounts their mint too, at the slot of the first question or above', async () => {
    const { cluster, proxy, run } = await clusterFork();
    const node = await run();
    const connection = connectionOf(node);
    await connection.sendRawTransaction((await signedOf(connection, [tokenTransfer(cluster, 2_000_000n)])).wire);
    const [from, to, mint] = ['$ata(alice,usdc)', '$ata(bob,usdc)', 'usdc'].map((name) => cluster.address(name));
    expect(proxy.texts()).toEqual([askText([address('alice'), from!, to!]), askText([mint!], CLUSTER_SLOT)]);
    expect((await node.request('getTokenAccountBalance', [to!])).value).toMatchObject({
      amount: '3000000',
      decimals: 6,
    });
    expect(proxy.calls).toHaveLength(2);
  });

  it('of lookup tables first the tables: the slot of their last extension is one of the cluster', async () => {
    const { cluster, proxy, run } = await clusterFork();
    const entries = [address('bob'), cluster.address('$ata(bob,usdc)')];
    await cluster.setAccount(address('wide'), tableOf(entries));
    const node = await run();
    const transaction = await withTable(node, entries, [tokenTransfer(cluster, 1n), transferOf('alice', 'bob', 7)]);
    await connectionOf(node).sendTransaction(transaction);
    const [from, to, mint] = ['$ata(alice,usdc)', '$ata(bob,usdc)', 'usdc'].map((name) => cluster.address(name));
    expect(proxy.texts()).toEqual([
      askText([address('wide')]),
      // accounts of the table come after those of the message
      askText([address('alice'), from!, to!, address('bob')], CLUSTER_SLOT),
      askText([mint!], CLUSTER_SLOT),
    ]);
    expect(await lamportsOf(node, 'bob')).toBe(1_000_000_007);
  });

  it('the account of a nonce; a nonce of the cluster is as good as a blockhash', async () => {
    const { cluster, proxy, run } = await clusterFork();
    const node = await run();
    const transaction = await transferByNonce(connectionOf(cluster), 7);
    delete (transaction as { minNonceContextSlot?: number }).minNonceContextSlot;
    transaction.sign(keypairOf('alice'));
    proxy.forget();
    await connectionOf(node).sendRawTransaction(transaction.serialize());
    expect(proxy.texts()).toEqual([askText([address('alice'), address('counter'), address('bob')].sort())]);
    expect(await lamportsOf(node, 'bob')).toBe(1_000_000_007);
  });

  it('nothing of what fails before an account is needed', async () => {
    const { proxy, run } = await clusterFork();
    const node = await run();
    const connection = connectionOf(node);
    const { wire } = await signedOf(connection);
    const old = await signedOf(connection);
    old.transaction.recentBlockhash = '11111111111111111111111111111112';
    old.transaction.sign(keypairOf('alice'));
    const unsigned = wire.with(1, wire[1]! ^ 1);
    for (const [bytes, config, error] of [
      [Buffer.of(0), {}, -32602],
      [unsigned, {}, -32002],
      [unsigned, { skipPreflight: true }, undefined],
      [old.transaction.serialize(), {}, -32002],
      [old.transaction.serialize(), { skipPreflight: true }, undefined],
      [wire, { minContextSlot: 5000 }, -32016],
    ] as const) {
      const answer = await answerOf(node, 'sendTransaction', base64Params(bytes, config));
      if (error === undefined) expect(answer).toMatch(/^"result":/);
      else expect(answer).toMatch(new RegExp(`^"error":{"code":${error},`));
    }
    expect(proxy.calls).toEqual([]);
  });

  it('nothing that the ledger has set or deleted, nor with `sends: false`', async () => {
    const { proxy, run } = await clusterFork();
    const node = await run();
    await node.setAccount(address('alice'), { lamports: 3_000_000 });
    await node.setAccount(address('bob'), null);
    const send = async (on: LedgerNode) =>
      answerOf(
        on,
        'sendTransaction',
        base64Params((await signedOf(connectionOf(on), [transferOf('alice', 'bob', 1_000_000)])).wire),
      );
    expect(await send(node)).toMatch(/^"result":/);
    expect([await lamportsOf(node, 'alice'), await lamportsOf(node, 'bob')]).toEqual([1_995_000, 1_000_000]);
    expect(await send(await run({ sends: false }))).toContain(
      'Attempt to debit an account but found no record of a prior credit.',
    );
    expect(proxy.calls).toEqual([]);
  });

  it('of too many accounts the lookup tables alone', async () => {
    const { cluster, proxy, run } = await clusterFork();
    const node = await run();
    const entries = Array.from({ length: 70 }, (_, i) => address(`entry ${i}`));
    await cluster.setAccount(address('wide'), tableOf(entries));
    const transaction = await withTable(node, entries, [
      new TransactionInstruction({
        programId: keyOf('program'),
        keys: entries.map((entry) => ({ pubkey: new PublicKey(entry), isSigner: false, isWritable: false })),
        data: Buffer.of(),
      }),
    ]);
    const answer = await answerOf(node, 'sendTransaction', base64Params(transaction.serialize()));
    expect(answer).toContain('"message":"Transaction simulation failed: Transaction locked too many accounts"');
    expect(proxy.texts()).toEqual([askText([address('wide')])]);
  });

  it('equal questions in flight once: others do not wait for them', async () => {
    const { proxy, run } = await clusterFork();
    const node = await run();
    const connection = connectionOf(node);
    const { promise, resolve } = deferred();
    proxy.behave(() => ({ until: promise }));
    const wires = await Promise.all(
      [1, 2, 3].map(async (n) => (await signedOf(connection, [transferOf('alice', 'bob', n)])).wire),
    );
    const sends = wires.map((wire) => connection.sendRawTransaction(wire));
    // carol is the ledger's own, and so is what she sends
    const own = await node.request('requestAirdrop', [address('carol'), 1]).catch((error: unknown) => error);
    expect(typeof own).toBe('string');
    resolve();
    await Promise.all(sends);
    expect(proxy.texts()).toEqual([askText([address('alice'), address('bob')])]);
    expect(await lamportsOf(node, 'bob')).toBe(1_000_000_006);
  });
});
