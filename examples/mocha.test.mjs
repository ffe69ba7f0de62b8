import { strictEqual } from 'node:assert';
import { ledger, sol, startNode } from 'stillnode';

/** What is tested. */
async function balanceOf(url, address) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getBalance', params: [address] });
  const reply = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  return (await reply.json()).result.value;
}

describe('balances', () => {
  let node;
  let fork;

  // one node for these tests, and a fork of it for each
  before(async () => {
    node = await startNode({ ledger: ledger().wallet('alice', sol(5)).block(100) });
  });
  beforeEach(async () => {
    fork = await node.fork();
  });
  afterEach(() => fork.close());
  after(() => node.close());

  it('finds the lamports of alice', async () => {
    strictEqual(await balanceOf(fork.url, fork.address('alice')), 5_000_000_000);
    await fork.verify({ method: 'getBalance', params: [fork.address('alice')], times: 1 });
  });

  it('sees what this test alone has set', async () => {
    await fork.setAccount('alice', sol(1));
    strictEqual(await balanceOf(fork.url, fork.address('alice')), 1_000_000_000);
  });
});
