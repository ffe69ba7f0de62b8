import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { U64_MAX } from '../../src/codec/bigints.ts';
import { advance } from '../../src/ledger/moves/advance.ts';
import type { LedgerState } from '../../src/ledger/state.ts';
import { tipsOf } from '../../src/ledger/tips.ts';
import { LiveLedger } from '../../src/live/liveLedger.ts';
import { THREE_TIPS, testLedger } from '../support/testNode.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function timed(spec = THREE_TIPS) {
  const live = LiveLedger.create(testLedger(spec));
  const { timer } = live;
  const start = () => timer.setAtStart(400, () => live.move((state, distance) => advance(state, 1n, distance)));
  return { live, timer, start, slot: () => Number(tipsOf(live.version.state).processed) };
}

it('goes on by one slot each time, what lies ahead first and then empty blocks; the other tips keep their distance', async () => {
  const { live, slot, start } = timed({ ...THREE_TIPS, processed: 6, confirmed: 6 });
  start();
  await vi.advanceTimersByTimeAsync(399);
  expect(slot()).toBe(6);
  await vi.advanceTimersByTimeAsync(1);
  expect(slot()).toBe(7);
  await vi.advanceTimersByTimeAsync(1200);
  expect(tipsOf(live.version.state)).toEqual({ processed: 10n, confirmed: 10n, finalized: 9n });
});

it('goes on from wherever other moves lead', async () => {
  const { live, slot, start } = timed();
  start();
  await vi.advanceTimersByTimeAsync(800);
  await live.reset();
  expect(slot()).toBe(7);
  await live.replace(testLedger({ blocks: [{ slot: 50 }] }));
  await vi.advanceTimersByTimeAsync(400);
  expect(slot()).toBe(51);
});

it('stops, and starts again; to start twice is to start once', async () => {
  const { slot, start, timer } = timed();
  start();
  timer.start();
  await vi.advanceTimersByTimeAsync(400);
  expect(slot()).toBe(8);
  timer.stop();
  await vi.advanceTimersByTimeAsync(4000);
  expect(slot()).toBe(8);
  timer.start();
  await vi.advanceTimersByTimeAsync(400);
  expect(slot()).toBe(9);
});

it('leaves out the slots that were due during a move that takes long', async () => {
  const { live, slot, start } = timed();
  start();
  let end = (_state: LedgerState): void => undefined;
  const long = live.moveWithSendsAsync((state) => new Promise((resolve) => (end = () => resolve(state))));
  await vi.advanceTimersByTimeAsync(4000);
  expect(slot()).toBe(7);
  end(live.version.state);
  await long;
  await vi.advanceTimersByTimeAsync(0);
  expect(slot()).toBe(8);
  await vi.advanceTimersByTimeAsync(400);
  expect(slot()).toBe(9);
});

it('stops at the last slot that there is, which is no error', async () => {
  const { live, start } = timed();
  await live.move((state, distance) => advance(state, U64_MAX - 8n, distance, { skip: true }));
  start();
  await vi.advanceTimersByTimeAsync(400);
  expect(tipsOf(live.version.state).processed).toBe(U64_MAX);
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(400);
  expect([vi.getTimerCount(), tipsOf(live.version.state).processed]).toEqual([0, U64_MAX]);
});

it('stops at any other error', async () => {
  const { live, start } = timed();
  start();
  vi.spyOn(live, 'move').mockRejectedValue(new Error('broken'));
  await vi.advanceTimersByTimeAsync(4000);
  expect(vi.getTimerCount()).toBe(0);
});

it('starts again on reset after a move that failed, and only then', async () => {
  const { live, slot, start, timer } = timed();
  start();
  const broken = vi.spyOn(live, 'move').mockRejectedValue(new Error('broken'));
  await vi.advanceTimersByTimeAsync(400);
  expect(vi.getTimerCount()).toBe(0);
  broken.mockRestore();
  await live.reset();
  await vi.advanceTimersByTimeAsync(800);
  expect(slot()).toBe(9);
  timer.stop();
  await live.reset();
  expect(vi.getTimerCount()).toBe(0);
});

it('takes another pace, or none, and a reset goes back to that of the start', async () => {
  const { live, slot, start, timer } = timed();
  start();
  timer.set(100);
  await vi.advanceTimersByTimeAsync(400);
  expect([slot(), timer.slotTimeMs]).toEqual([11, 100]);
  timer.set(undefined);
  expect([vi.getTimerCount(), timer.slotTimeMs]).toEqual([0, undefined]);
  timer.start();
  expect(vi.getTimerCount()).toBe(0);
  await live.reset();
  await vi.advanceTimersByTimeAsync(400);
  expect([slot(), timer.slotTimeMs]).toEqual([8, 400]);
  live.end('the ledger has ended');
  expect(vi.getTimerCount()).toBe(0);
});
