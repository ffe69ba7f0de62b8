import { expect, it } from 'vitest';
import { createNode, lamports, ledger } from '../../../src/index.ts';

it('has the exact text of a large number', async () => {
  const node = await createNode({
    ledger: ledger()
      .wallet('whale', lamports(2n ** 60n))
      .block(100),
  });
  const text = await node.requestText('getBalance', [node.address('whale')]);
  expect(text).toContain('"value":1152921504606846976');
});
