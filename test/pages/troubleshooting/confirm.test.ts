import { Connection, Keypair, SystemProgram, sendAndConfirmTransaction, Transaction } from '@solana/web3.js';
import { expect, it, onTestFinished } from 'vitest';
import { keypair, ledger, sol, startNode } from '../../../src/index.ts';

it('confirms a transaction while the client waits', async () => {
  const script = ledger({ send: { confirm: 'manual' } })
    .wallet('alice', sol(5))
    .block(100);
  const node = await startNode({ ledger: script, autoAdvance: true });
  onTestFinished(() => node.close());
  const connection = new Connection(node.url, { commitment: 'confirmed', wsEndpoint: node.wsUrl });
  const { publicKey, secretKey } = Keypair.fromSecretKey(keypair('alice').secretKey);
  const transfer = SystemProgram.transfer({ fromPubkey: publicKey, toPubkey: publicKey, lamports: 1 });
  const signers = [Keypair.fromSecretKey(secretKey)];
  const signature = await sendAndConfirmTransaction(connection, new Transaction().add(transfer), signers);
  expect(await node.sent()).toMatchObject([{ signature, err: null }]);
});
