import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as kit from '@solana/kit';
import { expect, it, onTestFinished } from 'vitest';
import { createNode, keypair, type LedgerNode, ledger } from '../../../src/index.ts';
import { startCluster } from './startCluster.ts';

/** The app under test: it sells tickets to a program of the cluster. */
async function sell(node: LedgerNode, count: bigint) {
  const rpc = kit.createSolanaRpcFromTransport(node.transport());
  const payer = await kit.createKeyPairSignerFromPrivateKeyBytes(keypair('alice').seed);
  const { value: lifetime } = await rpc.getLatestBlockhash().send();
  const swap = {
    programAddress: kit.address(keypair('swap').address),
    accounts: [
      { address: payer.address, role: kit.AccountRole.WRITABLE_SIGNER },
      { address: kit.address(keypair('tickets').address), role: kit.AccountRole.WRITABLE },
      { address: kit.address(keypair('pool').address), role: kit.AccountRole.WRITABLE },
    ],
    data: kit.getU64Encoder().encode(count),
  };
  const message = kit.pipe(
    kit.createTransactionMessage({ version: 0 }),
    (m) => kit.setTransactionMessageFeePayerSigner(payer, m),
    (m) => kit.setTransactionMessageLifetimeUsingBlockhash(lifetime, m),
    (m) => kit.appendTransactionMessageInstruction(swap, m),
  );
  const wire = kit.getBase64EncodedWireTransaction(await kit.signTransactionMessageWithSigners(message));
  const signature = await rpc.sendTransaction(wire, { encoding: 'base64' }).send();
  const config = { encoding: 'json', maxSupportedTransactionVersion: 0 } as const;
  const transaction = await rpc.getTransaction(signature, config).send();
  const { value: lamports } = await rpc.getBalance(payer.address).send();
  return { signature, lamports, logs: transaction?.meta?.logMessages };
}

it('a swap on a fork of a cluster needs the cluster once', async () => {
  const cluster = await startCluster();
  const record = mkdtempSync(join(tmpdir(), 'fork-'));
  // its slots and blockhashes; whatever else it lacks is that of the cluster
  const fork = { ledger: ledger().block(1), dialect: 'agave', execute: 'litesvm' } as const;

  const online = await createNode({ ...fork, upstream: { url: cluster.url, record } });
  onTestFinished(() => online.close());
  const sold = await sell(online, 30n);
  expect(sold.lamports).toBe(5_029_995_000n);
  await cluster.close();

  const offline = await createNode({ ...fork, upstream: { record, mode: 'none' } });
  onTestFinished(() => offline.close());
  expect(await sell(offline, 30n)).toEqual(sold);
  await expect(sell(offline, 71n)).rejects.toThrow('Transaction simulation failed');
});
