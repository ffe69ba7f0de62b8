import * as kit from '@solana/kit';
import { expect, it, onTestFinished } from 'vitest';
import { keypair, ledger, sol, startNode } from '../../../src/index.ts';

/** The app under test: it sends a memo with the number of an order, and waits until that is final. */
async function send(urls: { url: string; wsUrl: string }, secretKey: Uint8Array, text: string): Promise<string> {
  const rpc = kit.createSolanaRpc(urls.url);
  const rpcSubscriptions = kit.createSolanaRpcSubscriptions(urls.wsUrl);
  const payer = await kit.createKeyPairSignerFromBytes(secretKey);
  const { value: blockhash } = await rpc.getLatestBlockhash().send();
  const memo = {
    programAddress: kit.address('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'),
    data: new TextEncoder().encode(text),
  };
  const message = kit.pipe(
    kit.createTransactionMessage({ version: 0 }),
    (m) => kit.setTransactionMessageFeePayerSigner(payer, m),
    (m) => kit.setTransactionMessageLifetimeUsingBlockhash(blockhash, m),
    (m) => kit.appendTransactionMessageInstruction(memo, m),
  );
  const transaction = await kit.signTransactionMessageWithSigners(message);
  kit.assertIsSendableTransaction(transaction);
  kit.assertIsTransactionWithBlockhashLifetime(transaction);
  await kit.sendAndConfirmTransactionFactory({ rpc, rpcSubscriptions })(transaction, { commitment: 'finalized' });
  return kit.getSignatureFromTransaction(transaction);
}

const start = async () => {
  const node = await startNode({
    ledger: ledger({ finalized: 100 }).wallet('alice', sol(5)).block(100),
  });
  onTestFinished(() => node.close());
  return node;
};

it('what the app sends is in a block, and the app is told', async () => {
  const node = await start();
  const signature = await send(node, keypair('alice').secretKey, 'order 17');
  expect(await node.request('getSignatureStatuses', [[signature]])).toMatchObject({
    value: [{ slot: 101, err: null }],
  });
  expect(await node.sent()).toMatchObject([{ signature, outcome: 'succeed', slot: 101 }]);
});

it('the app is told that a program fails', async () => {
  const node = await start();
  await node.onSend({ match: { memo: 'order 17' }, then: { fail: { custom: 6001 } } });
  await expect(send(node, keypair('alice').secretKey, 'order 17')).rejects.toThrow('simulation failed');
  await send(node, keypair('alice').secretKey, 'order 18');
});

it('a transaction that gets lost expires', async () => {
  const node = await start();
  await node.onSend({ then: 'drop' });
  const sending = send(node, keypair('alice').secretKey, 'order 17');
  const ended = expect(sending).rejects.toThrow('progressed past the last block');
  await node.waitForSend({ memo: 'order 17' });
  // the app listens to slots from now on; a blockhash lives for 150 blocks
  await node.waitForCall('slotSubscribe');
  await node.advance(152);
  await ended;
});
