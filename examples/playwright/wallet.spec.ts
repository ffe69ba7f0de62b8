import { ledger, sol } from 'stillnode';
import { expect, stillnodeTest } from 'stillnode/playwright';

/** Each test has a fork of one node: its own ledger at its own URL. A node in Docker is `{ url: 'http://127.0.0.1:8899' }`. */
const test = stillnodeTest({ ledger: ledger().wallet('alice', sol(1)).block(100) });

test('shows the balance', async ({ node, page }) => {
  await node.setAccount('alice', sol(3));
  // the app takes the address of its node from the query
  await page.goto(`http://127.0.0.1:3000/?rpc=${encodeURIComponent(node.url)}&wallet=${await node.address('alice')}`);
  await expect(page.getByText('3 SOL')).toBeVisible();
  await expect(node).toHaveReceivedCall('getBalance');
});
