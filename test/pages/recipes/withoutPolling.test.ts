import { address, createSolanaRpcSubscriptions } from '@solana/kit';
import { expect, it, onTestFinished } from 'vitest';
import { ledger, sol, startNode } from '../../../src/index.ts';

const script = ledger({ processed: 100 })
  .wallet('alice', sol(5))
  .wallet('shop', sol(1))
  .block(100)
  .block(101, (b) => b.transfer('alice', 'shop', sol(2)));

/** The app under test: it is told when its balance changes. */
async function watchBalance(wsUrl: string, shop: string, onChange: (lamports: bigint) => void): Promise<void> {
  const changes = await createSolanaRpcSubscriptions(wsUrl)
    .accountNotifications(address(shop), { commitment: 'processed', encoding: 'base64' })
    .subscribe({ abortSignal: AbortSignal.timeout(10_000) });
  void (async () => {
    for await (const { value } of changes) return onChange(value.lamports);
  })();
}

it('an app learns of a payment without polling', async () => {
  const node = await startNode({ ledger: script });
  onTestFinished(() => node.close());
  const balance = new Promise<bigint>((resolve) => {
    void watchBalance(node.wsUrl, node.address('shop'), resolve).then(() => node.advance());
  });
  expect(await balance).toBe(3_000_000_000n);
});
