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

it('bob gets 2.5 usdc of the shop, once', async () => {
  const node = await startNode({ ledger: script, dialect: 'agave' });
  onTestFinished(() => node.close());
  const payment = { transfers: [{ from: 'shop', to: 'bob', amount: tokens('2.5', 'usdc') }] };

  await node.fail('sendTransaction', { http: 429 }, { sent: payment, times: 1 });
  await expect(payOut(node.url, payout)).rejects.toThrow('429');
  await payOut(node.url, payout);
  await node.verify({ sent: payment, times: 1 });

  const another = { transfers: [{ to: 'bob', amount: tokens(3, 'usdc') }] };
  await expect(node.verify({ sent: another })).rejects.toThrow('transfers[0].amount is 2.5 $usdc, expected 3 $usdc');
  // the arguments of one instruction, as jsonParsed shows them
  const args = { destination: ata('bob', 'usdc'), tokenAmount: tokens('2.5', 'usdc') };
  await node.verify({ sent: { instruction: 'spl-token transferChecked', args } });
});
