const { ledger, sol } = require('stillnode');
const { useStillnode } = require('stillnode/jest');

// one node for this file, and a fork of it for each test
const stillnode = useStillnode({ ledger: ledger().wallet('alice', sol(5)).block(100) });

/** What is tested. */
async function balanceOf(url, address) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getBalance', params: [address] });
  const reply = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  return (await reply.json()).result.value;
}

test('finds the lamports of alice', async () => {
  const { node } = stillnode;
  const alice = await node.address('alice');
  expect(await balanceOf(node.url, alice)).toBe(5_000_000_000);
  await expect(node).toHaveReceivedCall('getBalance', [alice], { times: 1 });
});

test('sees what this test alone has set', async () => {
  const { node } = stillnode;
  await node.setAccount('alice', sol(1));
  expect(await balanceOf(node.url, await node.address('alice'))).toBe(1_000_000_000);
});
