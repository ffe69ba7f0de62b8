import { expect, it, onTestFinished } from 'vitest';
import { ledger, sol, startNode } from '../../../src/index.ts';

const YEAR = 365 * 24 * 3600;

/** The app under test: it pays, and asks for the status until the payment is final. */
async function payAndWait(url: string, address: string): Promise<number> {
  const ask = async <T>(method: string, ...params: unknown[]): Promise<T> => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const response = await fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json' } });
    return ((await response.json()) as { result: T }).result;
  };
  const signature = await ask<string>('requestAirdrop', address, 1);
  for (;;) {
    const { value } = await ask<{ value: ({ slot: number; confirmationStatus: string } | null)[] }>(
      'getSignatureStatuses',
      [signature],
    );
    if (value[0]?.confirmationStatus === 'finalized') return value[0].slot;
  }
}

it('a year later the app goes on, and its payment is final without any move', async () => {
  const script = ledger().cluster('localnet').wallet('alice', sol(5)).block(1);
  const node = await startNode({ ledger: script, autoAdvance: true });
  onTestFinished(() => node.close());
  const before = await node.request('getBlockTime', [1]);
  const { processed } = await node.warp({ seconds: YEAR });
  expect(await node.request('getBlockTime', [processed])).toBe(Number(before) + YEAR);
  expect(await payAndWait(node.url, node.address('alice'))).toBe(Number(processed) + 1);
});
