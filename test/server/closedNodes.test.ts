import { createHook } from 'node:async_hooks';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startNode } from '../../src/node/createNode.ts';

/** Two addresses of this machine, as where localhost is both 127.0.0.1 and ::1. */
vi.mock('node:dns/promises', async (importOriginal) => ({
  ...(await importOriginal<typeof import('node:dns/promises')>()),
  lookup: async () => ['127.0.0.1', '127.0.0.2'].map((address) => ({ address, family: 4 })),
}));

/** What Node's own timers are, as far as it is looked at. */
interface Timer {
  readonly _repeat: number | null;
  readonly _destroyed: boolean;
}

/** Timers of this process that go on repeating, of those that are made from now on. */
function repeatingTimers(): () => number {
  const timers: Timer[] = [];
  const hook = createHook({
    init: (_id, type, _trigger, resource) => {
      if (type === 'Timeout') timers.push(resource as Timer);
    },
  }).enable();
  onTestFinished(() => void hook.disable());
  return () => timers.filter(({ _destroyed, _repeat }) => _repeat !== null && !_destroyed).length;
}

test.each(['127.0.0.1', 'localhost'])(
  'a node on %s that is closed leaves no timer, so nothing of it stays in memory',
  async (host) => {
    const count = repeatingTimers();
    const node = await startNode({ ledger: [], host });
    expect(count()).toBeGreaterThan(0);
    await node.close();
    expect(count()).toBe(0);
  },
);
