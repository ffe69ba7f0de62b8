import * as kit from '@solana/kit';
import { expect, it, onTestFinished } from 'vitest';
import { ledger, sol, startNode } from '../../../src/index.ts';

// blocks 101 to 140 are quiet, and many want to write the market in blocks 141 to 180
const script = ledger({ processed: 140 })
  .wallet('alice', sol(5))
  .wallet('market', sol(5))
  .blocks({ from: 101, to: 140 }, (b) => b.transfer('alice', 'market', sol(0.01)).computeUnitPrice(1_000))
  .blocks({ from: 141, to: 180 }, (b) => b.transfer('alice', 'market', sol(0.01)).computeUnitPrice(50_000));

interface EstimateRequest {
  accountKeys: string[];
  options: object;
}

/** Kit reads whole numbers as bigint. */
interface EstimateApi {
  getPriorityFeeEstimate(request: EstimateRequest): { priorityFeeEstimate: bigint };
}

/** The app under test: it asks its provider for a price, or looks at the blocks itself if the provider has no estimates. */
async function priceFor(url: string, writable: string): Promise<bigint> {
  const rpc = kit.createSolanaRpc(url);
  const provider = rpc as kit.Rpc<object> as kit.Rpc<EstimateApi>;
  const options = { priorityLevel: 'High' };
  try {
    const answer = await provider.getPriorityFeeEstimate({ accountKeys: [writable], options }).send();
    return answer.priorityFeeEstimate;
  } catch (error) {
    if (!kit.isSolanaError(error, kit.SOLANA_ERROR__JSON_RPC__METHOD_NOT_FOUND)) throw error;
    const fees = await rpc.getRecentPrioritizationFees([kit.address(writable)]).send();
    const prices = fees.map(({ prioritizationFee }) => prioritizationFee).sort((a, b) => Number(a - b));
    return prices[Math.floor(prices.length * 0.75)] ?? 0n;
  }
}

it('the price of the app follows the blocks', async () => {
  const node = await startNode({ ledger: script });
  onTestFinished(() => node.close());
  const market = node.address('market');
  expect(await priceFor(node.url, market)).toBe(1_000n);
  await node.advance(40);
  expect(await priceFor(node.url, market)).toBe(50_000n);
});

it('the price of the app is what its provider estimates', async () => {
  const node = await startNode({ ledger: script });
  onTestFinished(() => node.close());
  const market = node.address('market');
  await node.answer('getPriorityFeeEstimate', ({ accountKeys }: EstimateRequest) => ({
    priorityFeeEstimate: accountKeys.includes(market) ? 120_000 : 1_000,
  }));
  expect(await priceFor(node.url, market)).toBe(120_000n);
  expect(await priceFor(node.url, node.address('alice'))).toBe(1_000n);
});
