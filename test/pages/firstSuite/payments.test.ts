import { keypair, ledger, sol, tokens } from '../../../src/index.ts';
import { expect, stillnodeTest, type TestNode } from '../../../src/vitest.ts';
import { pay } from './pay.ts';

const script = ledger({ processed: 100, confirmed: 99, finalized: 98, consensus: 'tower', send: { confirm: 'manual' } })
  .wallet('shop', sol(1))
  .mint('usdc', { decimals: 6 })
  .tokenAccount('shop', tokens(10, 'usdc'))
  .tokenAccount('bob', tokens(0, 'usdc'))
  .block(98)
  .block(99)
  .block(100);
const test = stillnodeTest({ ledger: script });

const payBob = (node: TestNode) =>
  pay(node.url, keypair('shop').secretKey, ['$ata(shop,usdc)', 'usdc', '$ata(bob,usdc)'].map(node.address));

async function usdcOfBob(node: TestNode): Promise<string | undefined> {
  const { value } = await node.request('getTokenAccountBalance', [
    node.address('$ata(bob,usdc)'),
    { commitment: 'processed' },
  ]);
  return value.uiAmountString;
}

test('a payment is paid when its block is final', async ({ node }) => {
  const payment = payBob(node);
  const { slot } = await node.waitForSend({ instruction: 'spl-token transferChecked' });
  expect(slot).toBe(101);
  // the tips were one slot apart: the block is confirmed first, then finalized
  await node.advance(2);
  expect(await payment).toBe('paid');
  expect(await usdcOfBob(node)).toBe('2.5');
});

test('a payment that gets lost expires', async ({ node }) => {
  await node.onSend({ then: 'drop' });
  const payment = payBob(node);
  await node.waitForSend();
  await node.advance(155);
  expect(await payment).toBe('expired');
  expect(await usdcOfBob(node)).toBe('0');
});

test('a payment whose block is dropped is not paid', async ({ node }) => {
  const payment = payBob(node);
  await node.waitForSend();
  await node.advance();
  expect(await usdcOfBob(node)).toBe('2.5');
  await node.reorg(101);
  await node.advance(155);
  expect(await payment).toBe('expired');
  expect(await usdcOfBob(node)).toBe('0');
});

test('a payment is sent again after HTTP 429, and paid once', async ({ node }) => {
  await node.fail('sendTransaction', { http: 429 }, { times: 2 });
  const payment = payBob(node);
  await node.waitForSend();
  await node.advance(2);
  expect(await payment).toBe('paid');
  await expect(node).toHaveReceivedCall('sendTransaction', undefined, { times: 3 });
  expect(await usdcOfBob(node)).toBe('2.5');
});
