import * as web3 from '@solana/web3.js';
import { expect, it, onTestFinished } from 'vitest';
import { keypair, ledger, sol, startNode } from '../../../src/index.ts';

const TABLE = new web3.PublicKey(keypair('table').address);
const SHOP = new web3.PublicKey(keypair('shop').address);

// the table is there from the start, with its addresses
const script = ledger()
  .wallet('alice', sol(5))
  .lookupTable('table', { authority: 'alice', addresses: ['shop', 'bob'] })
  .block(100);

/** The app under test: it pays through a lookup table, so its message has the table in place of the shop. */
async function pay(connection: web3.Connection, alice: web3.Keypair): Promise<string> {
  const { value: table } = await connection.getAddressLookupTable(TABLE);
  const { blockhash } = await connection.getLatestBlockhash();
  const transfer = web3.SystemProgram.transfer({
    fromPubkey: alice.publicKey,
    toPubkey: SHOP,
    lamports: 1_000_000_000,
  });
  const message = new web3.TransactionMessage({
    payerKey: alice.publicKey,
    recentBlockhash: blockhash,
    instructions: [transfer],
  }).compileToV0Message([table!]);
  const transaction = new web3.VersionedTransaction(message);
  transaction.sign([alice]);
  return connection.sendTransaction(transaction);
}

it('an app pays through a lookup table', async () => {
  const node = await startNode({ ledger: script });
  onTestFinished(() => node.close());
  const connection = new web3.Connection(node.url, 'confirmed');
  const signature = await pay(connection, web3.Keypair.fromSecretKey(keypair('alice').secretKey));
  expect(await connection.getBalance(SHOP)).toBe(1_000_000_000);
  const transaction = await connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 });
  expect(transaction?.transaction.message.staticAccountKeys).not.toContainEqual(SHOP);
  expect(transaction?.meta?.loadedAddresses).toEqual({ writable: [SHOP], readonly: [] });
});
