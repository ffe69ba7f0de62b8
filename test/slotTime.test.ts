/** A ledger that goes on by itself, from when to when. */
import { createServer } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createNode, ledger, startNode } from '../src/index.ts';

const OPTIONS = { ledger: ledger({ processed: 5, confirmed: 5, finalized: 5 }).block(5), slotTime: 400 };

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

it('from the beginning, also within a process that listens on no port', async () => {
  const node = await createNode(OPTIONS);
  const fork = await node.fork();
  await vi.advanceTimersByTimeAsync(1200);
  expect(await node.request('getSlot')).toBe(8);
  expect(await fork.request('getSlot')).toBe(5);
});

it('not unless that is asked for', async () => {
  const node = await createNode({ ledger: OPTIONS.ledger });
  expect(vi.getTimerCount()).toBe(0);
  expect(await node.request('getSlot')).toBe(5);
});

it('until the node is closed', async () => {
  const node = await startNode(OPTIONS);
  await vi.advanceTimersByTimeAsync(400);
  expect(await node.request('getSlot')).toBe(6);
  await node.close();
  expect(vi.getTimerCount()).toBe(0);
});

it('until its last port is closed, and again once it listens', async () => {
  const node = await createNode(OPTIONS);
  const [first, second] = [await node.listen(), await node.listen()];
  await first.close();
  expect(vi.getTimerCount()).toBe(1);
  await second.close();
  expect(vi.getTimerCount()).toBe(0);
  const third = await node.listen();
  await vi.advanceTimersByTimeAsync(400);
  expect(await node.request('getSlot')).toBe(6);
  await third.close();
});

it('not where its port cannot be opened', async () => {
  const other = createServer();
  const port = await new Promise<number>((resolve) => {
    other.listen(0, '127.0.0.1', () => resolve((other.address() as { port: number }).port));
  });
  await expect(startNode({ ...OPTIONS, port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  expect(vi.getTimerCount()).toBe(0);
  await new Promise((resolve) => other.close(resolve));
});
