import * as kit from '@solana/kit';
import { expect, it, onTestFinished } from 'vitest';
import { ledger, sol, startNode } from '../../../src/index.ts';

const script = ['first', 'second', 'third', 'fourth'].reduce(
  (so, name, i) => so.block(101 + i, (b) => b.transfer('alice', 'shop', sol(1)).named(name)),
  ledger({ processed: 100 }).wallet('alice', sol(9)).block(100),
);

/** The app under test: it yields each payment once, in order. A notification only makes it ask for what is new. */
async function* payments({ url, wsUrl }: { url: string; wsUrl: string }, shop: kit.Address, abortSignal: AbortSignal) {
  const rpc = kit.createSolanaRpc(url);
  const subscriptions = kit.createSolanaRpcSubscriptions(wsUrl);
  let last: kit.Signature | undefined;
  async function* newPayments() {
    const page = await rpc
      .getSignaturesForAddress(shop, { commitment: 'confirmed', ...(last && { until: last }) })
      .send();
    for (const { signature } of page.toReversed()) {
      last = signature;
      yield signature;
    }
  }
  while (!abortSignal.aborted) {
    const notifications = await subscriptions
      .logsNotifications({ mentions: [shop] }, { commitment: 'confirmed' })
      .subscribe({ abortSignal });
    try {
      // what came before this subscription, or while there was none
      yield* newPayments();
      for await (const _ of notifications) yield* newPayments();
    } catch (error) {
      if (!kit.isSolanaError(error, kit.SOLANA_ERROR__RPC_SUBSCRIPTIONS__CHANNEL_CONNECTION_CLOSED)) throw error;
    }
  }
}

it('an app whose socket ends misses no payment', async () => {
  const node = await startNode({ ledger: script });
  onTestFinished(() => node.close());
  const abort = new AbortController();
  onTestFinished(() => abort.abort());
  await node.fail('logsNotification', { closeSocket: true }, { after: 1, times: 1 });
  const app = payments(node, kit.address(node.address('shop')), abort.signal);
  const next = async () => (await app.next()).value;

  const first = next();
  await node.waitForCall('logsSubscribe');
  await node.advance();
  expect(await first).toBe(node.signature('first'));
  // the socket ends in place of the second notification, and there is none when the third payment comes
  await node.advance(2);
  expect([await next(), await next()]).toEqual([node.signature('second'), node.signature('third')]);
  await node.advance();
  expect(await next()).toBe(node.signature('fourth'));
  expect(await node.calls({ method: 'logsSubscribe' })).toHaveLength(2);
});
