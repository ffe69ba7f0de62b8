import { LiteSVM } from 'litesvm';
import { expect, test } from 'vitest';
import { createWallet, FUNDS, paymentOf, TESTS } from './payment.mjs';

test.for(TESTS)('pays %d', async ([lamports]) => {
  const [payer, recipient] = await Promise.all([createWallet(), createWallet()]);
  const svm = new LiteSVM();
  svm.airdrop(payer.address, FUNDS);
  const lifetime = { blockhash: svm.latestBlockhash(), lastValidBlockHeight: 0n };
  svm.sendTransaction(await paymentOf(payer, recipient.address, lamports, lifetime));
  expect(svm.getBalance(recipient.address)).toBe(lamports);
});
