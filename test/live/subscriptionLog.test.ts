import { expect, it } from 'vitest';
import { SubscriptionLog } from '../../src/live/subscriptionLog.ts';

const TOLD = { result: '1', slot: 1n, isDropped: false, timeMs: 1_700_000_000_000 };
const opened = (id: number) => ({ id, method: 'slotSubscribe', params: '[]', timeMs: 1_700_000_000_000 });

it('keeps nothing of subscriptions that it has forgotten, however long they go on', () => {
  const log = new SubscriptionLog();
  const entries = Array.from({ length: 150 }, (_, id) => log.open(opened(id)));
  for (const entry of entries) log.add(entry, TOLD);
  expect(log.entries).toEqual(entries.slice(50));
  expect(entries.map(({ notifications }) => notifications.length)).toEqual([
    ...Array.from({ length: 50 }, () => 0),
    ...Array.from({ length: 100 }, () => 1),
  ]);
  log.open(opened(150));
  expect(entries[50]!.notifications).toEqual([]);
});

it('forgets those that have ended before open ones, and all of them when it is cleared', () => {
  const log = new SubscriptionLog();
  const entries = Array.from({ length: 100 }, (_, id) => log.open(opened(id)));
  entries[7]!.isOpen = false;
  log.open(opened(100));
  expect(log.entries.map(({ id }) => id)).not.toContain(7);
  expect(log.entries[0]).toBe(entries[0]);
  entries[0]!.isOpen = false;
  log.clear();
  log.add(entries[0]!, TOLD);
  expect(log.entries[0]).toBe(entries[1]);
  expect(entries[0]!.notifications).toEqual([]);
});
