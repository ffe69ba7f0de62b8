import { expect, it } from 'vitest';
import { connect, ledger, sol, startNode } from '../../../src/index.ts';

it('controls a node elsewhere', async () => {
  // in your suite: a node of Docker, of Compose, or of `stillnode exec`
  await using elsewhere = await startNode({ ledger: ledger().wallet('alice', sol(5)).block(100) });

  await using node = await connect(elsewhere.url);
  await using fork = await node.fork();
  await fork.advance(5);
  expect(await fork.request('getSlot')).toBe(105);
  expect(await fork.request('getBalance', [await fork.address('alice')])).toMatchObject({ value: 5_000_000_000 });
  // the URL for the app under test
  expect(fork.url).toBe(`${elsewhere.url}/fork/fork-1`);
});
