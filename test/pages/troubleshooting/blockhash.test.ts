import { expect, it } from 'vitest';
import { createNode, ledger } from '../../../src/index.ts';

it('says how old a blockhash is', async () => {
  const node = await createNode({ ledger: ledger().block(100) });
  const { value } = await node.request('getLatestBlockhash');
  await node.advance(200);
  const { why } = await node.explain('isBlockhashValid', [value.blockhash]);
  expect(why[0]).toContain('is 200 blocks old, and transactions may name it up to 150');
});
