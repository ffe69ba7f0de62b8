import { afterEach, expect, test, vi } from 'vitest';
import { createWallet, TESTS } from './payment.mjs';
import { pay } from './rpcPayment.mjs';

const BLOCKHASH = '11111111111111111111111111111111';
const context = { slot: 1 };

function answersFor(lamports) {
  return {
    getLatestBlockhash: { context, value: { blockhash: BLOCKHASH, lastValidBlockHeight: 150 } },
    sendTransaction: '1'.repeat(64),
    getBalance: { context, value: Number(lamports) },
  };
}

function mockFetch(answers) {
  vi.stubGlobal('fetch', async (_url, { body }) => {
    const { id, method } = JSON.parse(body);
    return new Response(JSON.stringify({ jsonrpc: '2.0', id, result: answers[method] }));
  });
}

afterEach(() => vi.unstubAllGlobals());

test.for(TESTS)('pays %d', async ([lamports]) => {
  const [payer, recipient] = await Promise.all([createWallet(), createWallet()]);
  mockFetch(answersFor(lamports));
  expect(await pay('http://mocked.test', payer, recipient.address, lamports)).toBe(lamports);
});
