import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { ledger, sol, startNode } from '../../../src/index.ts';

let node: Awaited<ReturnType<typeof startNode>>;
beforeAll(async () => {
  node = await startNode({ ledger: ledger().wallet('alice', sol(5)).block(100) });
});
afterEach(() => node.reset());
afterAll(() => node.close());

it('changes the ledger', async () => {
  await node.setAccount('alice', sol(1));
  await node.advance(10);
  expect(await node.request('getSlot')).toBe(110);
});

it('starts where the test before started', async () => {
  expect(await node.request('getSlot')).toBe(100);
  expect(await node.request('getBalance', [node.address('alice')])).toMatchObject({ value: 5_000_000_000 });
});
