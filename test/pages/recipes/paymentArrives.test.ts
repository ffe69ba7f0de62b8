import { expect, it, onTestFinished } from 'vitest';
import { ledger, sol, startNode } from '../../../src/index.ts';

const script = ledger({ processed: 100 })
  .wallet('alice', sol(5))
  .block(100)
  .block(101)
  .block(102, (b) => b.transfer('alice', 'bob', sol(1)).named('payment'));

/** The app under test: it polls until the payment is there. */
async function slotOfPayment(url: string, signature: string): Promise<number> {
  for (;;) {
    const params = [[signature]];
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getSignatureStatuses', params });
    const reply = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    const { result } = (await reply.json()) as { result: { value: [{ slot: number } | null] } };
    if (result.value[0] !== null) return result.value[0].slot;
  }
}

it('a payment arrives while the app polls', async () => {
  const node = await startNode({ ledger: script });
  onTestFinished(() => node.close());
  const slot = slotOfPayment(node.url, node.signature('payment'));
  await node.advance();
  await node.advance();
  expect(await slot).toBe(102);
});
