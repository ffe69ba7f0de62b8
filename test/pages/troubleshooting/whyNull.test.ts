import { expect, it } from 'vitest';
import { createNode, ledger, sol } from '../../../src/index.ts';

it('says why a transaction is null', async () => {
  const script = ledger({ processed: 101, finalized: 100 })
    .wallet('alice', sol(5))
    .block(100)
    .block(101, (b) => b.transfer('alice', 'bob', sol(1)).named('payment'));
  const node = await createNode({ ledger: script });
  const params = [node.signature('payment')] as const;
  expect(await node.request('getTransaction', params)).toBeNull();
  const { why } = await node.explain('getTransaction', params);
  expect(why[0]).toMatch(/^transaction "payment" is known, but only processed: it is in slot 101/);
});
