import { expect, it } from 'vitest';
import { createNode, ledger, sol } from '../../../src/index.ts';

const script = ledger({ processed: 100, confirmed: 98, finalized: 90, consensus: 'tower' })
  .wallet('alice', sol(5))
  .block(90)
  .block(98)
  .block(100, (b) => b.transfer('alice', 'bob', sol(1)).named('payment'));

it('an answer says why it is null', async () => {
  const node = await createNode({ ledger: script });
  const params = [node.signature('payment'), { commitment: 'finalized' }];
  expect(await node.explain('getTransaction', params)).toEqual({
    answer: { result: null },
    why: [
      'transaction "payment" is known, but only processed: it is in slot 100, and the finalized tip is 90 (stillnode_setTips [{"finalized":100}] goes there)',
    ],
  });
  await node.setTips({ finalized: 100 });
  expect((await node.explain('getTransaction', params)).why).toEqual([]);
});
