import { expect, it } from 'vitest';
import { createNode, ledger, sol } from '../../../src/index.ts';

it('shows a transaction of version 0 to a client that allows it', async () => {
  const script = ledger()
    .wallet('alice', sol(5))
    .block(100, (b) => b.transfer('alice', 'bob', sol(1)).version(0).named('payment'));
  const node = await createNode({ ledger: script });
  const payment = node.signature('payment');
  await expect(node.request('getTransaction', [payment])).rejects.toThrow('Transaction version (0) is not supported');
  const config = { maxSupportedTransactionVersion: 1 } as const;
  expect(await node.request('getTransaction', [payment, config])).toMatchObject({ slot: 100, version: 0 });
});
