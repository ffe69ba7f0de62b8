import { expect, it } from 'vitest';
import { createNode, ledger, sol } from '../../../src/index.ts';

const script = ledger({ processed: 101, confirmed: 100, finalized: 99, consensus: 'tower' })
  .wallet('alice', sol(5))
  .block(99)
  .block(100)
  .block(101, (b) => b.transfer('alice', 'bob', sol(1)).named('payment'));

it('finality catches up', async () => {
  const node = await createNode({ ledger: script });
  const confirmation = async () => {
    const { value } = await node.request('getSignatureStatuses', [[node.signature('payment')]]);
    return value[0]?.confirmationStatus;
  };

  expect(await confirmation()).toBe('processed');
  await node.advance();
  expect(await confirmation()).toBe('confirmed');
  await node.advance();
  expect(await confirmation()).toBe('finalized');
});
