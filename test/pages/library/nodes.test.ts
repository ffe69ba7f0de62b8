import { expect, it, onTestFinished } from 'vitest';
import { createNode, ledger, sol, startNode } from '../../../src/index.ts';

const script = ledger().wallet('alice', sol(5)).block(100);

it('answers within the process', async () => {
  const node = await createNode({ ledger: script });
  expect(await node.request('getBalance', [node.address('alice')])).toMatchObject({ value: 5_000_000_000 });
});

it('answers at a URL', async () => {
  const node = await startNode({ ledger: script });
  onTestFinished(() => node.close());
  expect((await fetch(`${node.url}/health`)).status).toBe(200);
});
