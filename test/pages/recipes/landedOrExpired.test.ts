import * as kit from '@solana/kit';
import { expect, it, onTestFinished } from 'vitest';
import { keypair, ledger, sol, startNode } from '../../../src/index.ts';

/** The app under test: it sends an order, and asks until it knows the outcome. */
async function order(url: string, secretKey: Uint8Array, text: string): Promise<'landed' | 'failed' | 'expired'> {
  const rpc = kit.createSolanaRpc(url);
  const payer = await kit.createKeyPairSignerFromBytes(secretKey);
  const { value: lifetime } = await rpc.getLatestBlockhash().send();
  const memo = {
    programAddress: kit.address('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'),
    data: new TextEncoder().encode(text),
  };
  const message = kit.pipe(
    kit.createTransactionMessage({ version: 0 }),
    (m) => kit.setTransactionMessageFeePayerSigner(payer, m),
    (m) => kit.setTransactionMessageLifetimeUsingBlockhash(lifetime, m),
    (m) => kit.appendTransactionMessageInstruction(memo, m),
  );
  const transaction = await kit.signTransactionMessageWithSigners(message);
  const signature = kit.getSignatureFromTransaction(transaction);
  await rpc.sendTransaction(kit.getBase64EncodedWireTransaction(transaction), { encoding: 'base64' }).send();
  for (;;) {
    // first the height, then the status: a block up to that height would have the transaction
    const height = await rpc.getBlockHeight({ commitment: 'finalized' }).send();
    const [status] = (await rpc.getSignatureStatuses([signature]).send()).value;
    if (status?.confirmationStatus === 'finalized') return status.err === null ? 'landed' : 'failed';
    if (status === null && height > lifetime.lastValidBlockHeight) return 'expired';
  }
}

it('an order fails in its block and pays its fee, another one expires and pays nothing', async () => {
  const script = ledger().wallet('alice', sol(5)).wallet('carol', sol(5)).block(100);
  const node = await startNode({ ledger: script });
  onTestFinished(() => node.close());
  await node.onSend({ match: { memo: 'order 17' }, then: { failLate: { custom: 6001 } } });
  await node.onSend({ match: { memo: 'order 18' }, then: 'drop', times: 1 });
  const balance = async (name: string) => (await node.request('getBalance', [node.address(name)])).value;

  expect(await order(node.url, keypair('alice').secretKey, 'order 17')).toBe('failed');
  expect(await balance('alice')).toBe(4_999_995_000);

  const lost = order(node.url, keypair('carol').secretKey, 'order 18');
  await node.waitForSend({ memo: 'order 18' });
  await node.advance(151);
  expect(await lost).toBe('expired');
  expect(await balance('carol')).toBe(5_000_000_000);
  // what has expired may be sent again, with a new blockhash
  expect(await order(node.url, keypair('carol').secretKey, 'order 18')).toBe('landed');
});
