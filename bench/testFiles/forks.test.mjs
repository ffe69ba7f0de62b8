import { expect, stillnodeTest } from 'stillnode/vitest';
import { createWallet, FUNDS, TESTS } from './payment.mjs';
import { pay } from './rpcPayment.mjs';

const test = stillnodeTest({ dialect: 'agave' });

test.for(TESTS)('pays %d', async ([lamports], { node }) => {
  const [payer, recipient] = await Promise.all([createWallet(), createWallet()]);
  await node.setAccount(payer.address, { lamports: FUNDS });
  expect(await pay(node.url, payer, recipient.address, lamports)).toBe(lamports);
});
