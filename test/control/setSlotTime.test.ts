import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createNode, ledger } from '../../src/index.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

const nodeOf = (slotTime?: number) =>
  createNode({ ledger: ledger().block(5), dialect: 'agave', ...(slotTime && { slotTime }) });
type Node = Awaited<ReturnType<typeof nodeOf>>;

async function slotAfter(node: Node, milliseconds: number): Promise<unknown> {
  await vi.advanceTimersByTimeAsync(milliseconds);
  return node.request('getSlot', [{ commitment: 'processed' }]);
}

it('starts time, changes its pace and stops it; each says what was before', async () => {
  const node = await nodeOf();
  expect(await node.setSlotTime(400)).toBeNull();
  expect(await slotAfter(node, 1200)).toBe(8);
  expect(await node.setSlotTime(100)).toBe(400);
  expect(await slotAfter(node, 400)).toBe(12);
  expect(await node.setSlotTime(null)).toBe(100);
  expect(await slotAfter(node, 4000)).toBe(12);
  expect(vi.getTimerCount()).toBe(0);
});

it('is of one ledger: forks stand still, and have a time of their own', async () => {
  const node = await nodeOf(400);
  const fork = await node.fork();
  expect(await slotAfter(fork, 400)).toBe(5);
  expect(await fork.setSlotTime(200)).toBeNull();
  expect(await slotAfter(fork, 400)).toBe(7);
  expect(await slotAfter(node, 0)).toBe(7);
  await fork.close();
  expect(vi.getTimerCount()).toBe(1);
});

it('is as at the start again after a reset', async () => {
  const node = await nodeOf(400);
  await node.setSlotTime(null);
  await node.reset();
  expect(await slotAfter(node, 400)).toBe(6);
  const other = await nodeOf();
  await other.setSlotTime(400);
  await other.reset();
  expect(await slotAfter(other, 4000)).toBe(5);
});

it('lets what is sent wait for the next slot, as with --slot-time', async () => {
  const node = await createNode({ ledger: ledger().wallet('alice', { sol: 5 }).block(5), dialect: 'agave' });
  await node.setSlotTime(400);
  const signature = await node.request('requestAirdrop', [node.address('alice'), 1]);
  const status = async () => (await node.request('getSignatureStatuses', [[signature]])) as { value: unknown[] };
  expect((await status()).value).toEqual([null]);
  await slotAfter(node, 400);
  expect((await status()).value).toEqual([expect.objectContaining({ slot: 6 })]);
});

it.each([
  [[0], 'milliseconds: expected milliseconds from 1 to 2147483647, or null, found 0'],
  [[2 ** 31], 'milliseconds: expected milliseconds from 1 to 2147483647, or null, found 2147483648'],
  [['400'], 'milliseconds: '],
  [[], 'milliseconds'],
])('%j is refused', async (params, message) => {
  const node = await nodeOf(400);
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'stillnode_setSlotTime', params });
  expect(await node.dispatch(body)).toContain(message);
  expect(await slotAfter(node, 400)).toBe(6);
});
