import { expect, it, onTestFinished } from 'vitest';
import { ata, keypair, ledger, sol, startNode, tokens } from '../../../src/index.ts';
import { payOut } from './payOut.ts';

const script = ledger()
  .wallet('shop', sol(1))
  .mint('usdc', { decimals: 6 })
  .tokenAccount('shop', tokens(100, 'usdc'))
  .tokenAccount('bob', tokens(0, 'usdc'))
  .block(100);

const payout = {
  secretKey: keypair('shop').secretKey,
  mint: script.address('usdc'),
  from: script.address(ata('shop', 'usdc')),
  to: script.address(ata('bob', 'usdc')),
  amount: 2_500_000n,
};

it('a payout that a rule drops says so wherever it is missed', async () => {
  const node = await startNode({ ledger: script });
  onTestFinished(() => node.close());
  await node.onSend({ then: 'drop' });
  const { balance, isKnown, signature } = await payOut(node.url, payout);
  expect([isKnown, balance]).toEqual([false, '0']);

  const [sent] = await node.sent();
  expect(sent).toMatchObject({
    fate: { fate: 'dropped', rule: 'send-rule-1' },
    why: ['sent in call 2; dropped by send-rule-1'],
  });
  expect((await node.explain('getTransaction', [signature])).why).toEqual(sent?.why);
  expect((await node.explain('getBalance', [node.address('shop')])).why).toEqual(sent?.why);
  expect(await node.show(signature, { summaries: true })).toMatchObject({ slot: null, summary: 'shop → bob 2.5 usdc' });
});
