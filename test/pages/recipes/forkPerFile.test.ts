import { afterAll, beforeAll, expect, it } from 'vitest';
import { ledger, sol, startNode } from '../../../src/index.ts';

// in place of one node for all files, which a global setup or a container starts, and whose URL is in STILLNODE_URL
const shared = await startNode({ ledger: ledger().wallet('alice', sol(5)).block(100) });
afterAll(() => shared.close());
const { STILLNODE_URL = shared.url } = process.env;

async function call(url: string, method: string, ...params: unknown[]): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const reply = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  return ((await reply.json()) as { result: unknown }).result;
}

let fork: { name: string; url: string };
beforeAll(async () => {
  fork = (await call(STILLNODE_URL, 'stillnode_fork')) as typeof fork;
});
afterAll(() => call(STILLNODE_URL, 'stillnode_dropFork', fork.name));

it('each test file has its own fork', async () => {
  await call(fork.url, 'stillnode_advance', 5);
  expect(await call(fork.url, 'getSlot')).toBe(105);
  expect(await call(shared.url, 'getSlot')).toBe(100);
});
