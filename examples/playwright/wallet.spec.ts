import { test as base, expect } from '@playwright/test';

const ALICE = '2XepUvFXVeUq5ZQiot2ad6fxNVW9yJNy6Zrq4Q2Hcx1S';

/** With --auto-fork, a ledger for a test is made by asking for it. */
const test = base.extend<{ rpcUrl: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it which fixtures are needed
  rpcUrl: ({}, use, { retry, testId }) => use(`http://127.0.0.1:8899/fork/${testId}-${retry}`),
});

test('shows the balance', async ({ page, request, rpcUrl }) => {
  const params = [ALICE, { sol: 3 }];
  await request.post(rpcUrl, { data: { jsonrpc: '2.0', id: 1, method: 'stillnode_setAccount', params } });
  // the app takes the address of its node from the query
  await page.goto(`http://127.0.0.1:3000/?rpc=${encodeURIComponent(rpcUrl)}&wallet=${ALICE}`);
  await expect(page.getByText('3 SOL')).toBeVisible();
});
