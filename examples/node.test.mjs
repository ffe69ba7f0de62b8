import { deepStrictEqual, strictEqual } from 'node:assert';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { ledger, sol, startNode } from 'stillnode';

let node;
let fork;

// one node for this file, and a fork of it for each test
before(async () => {
  node = await startNode({ ledger: ledger().wallet('alice', sol(5)).block(100) });
});
beforeEach(async () => {
  fork = await node.fork();
});
afterEach(() => fork.close());
after(() => node.close());

/** What is tested. */
async function balanceOf(url, address) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getBalance', params: [address] });
  const reply = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  return (await reply.json()).result.value;
}

test('finds the lamports of alice', async () => {
  strictEqual(await balanceOf(fork.url, fork.address('alice')), 5_000_000_000);
  const calls = await fork.calls({ method: 'getBalance' });
  deepStrictEqual(calls[0].params, [fork.address('alice')]);
});

test('sees what this test alone has set', async () => {
  await fork.setAccount('alice', sol(1));
  strictEqual(await balanceOf(fork.url, fork.address('alice')), 1_000_000_000);
});
