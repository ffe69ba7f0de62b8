import { expect, it } from 'vitest';
import { createNode, ledger, sol } from '../../../src/index.ts';

// the payment is in block 101, and block 102 continues block 100
const script = ledger({ processed: 101, confirmed: 100, finalized: 99, consensus: 'tower' })
  .wallet('alice', sol(5))
  .wallet('bob', sol(2))
  .block(99)
  .block(100)
  .fork(101, (b) => b.transfer('alice', 'bob', sol(1)).named('payment'))
  .block(102);

it('a fork drops it', async () => {
  const node = await createNode({ ledger: script });
  const bob = node.address('bob');
  const balance = () => node.request('getBalance', [bob, { commitment: 'processed' }]);

  expect(await balance()).toMatchObject({ context: { slot: 101 }, value: 3_000_000_000 });
  await node.advance();
  expect(await balance()).toMatchObject({ context: { slot: 102 }, value: 2_000_000_000 });
  expect(await node.request('getSignatureStatuses', [[node.signature('payment')]])).toMatchObject({ value: [null] });
});
