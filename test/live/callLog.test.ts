import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CallLog, type LoggedCall } from '../../src/live/callLog.ts';
import { LiveLedger } from '../../src/live/liveLedger.ts';
import { testLedger } from '../support/testNode.ts';

const CALL: Omit<LoggedCall, 'id'> = {
  method: 'getSlot',
  params: undefined,
  outcome: 'result',
  code: undefined,
  durationMs: 1,
  client: undefined,
  transport: 'process',
  characters: 50,
};

const idsOf = ({ calls }: CallLog) => calls.map(({ id }) => id);

/** Each id that is kept, whatever was done. */
function expected(steps: readonly ('clear' | number)[], size: number): { ids: number[]; last: number } {
  let ids: number[] = [];
  let last = 0;
  for (const step of steps) {
    if (step === 'clear') ids = [];
    else for (let i = 0; i < step; i++) ids.push(++last);
    ids = ids.slice(-size);
  }
  return { ids, last };
}

describe('a log of calls', () => {
  it('keeps the newest, with ids that are never given again', () => {
    const steps = fc.array(fc.oneof(fc.constant('clear' as const), fc.nat(9)), { maxLength: 9 });
    fc.assert(
      fc.property(steps, fc.integer({ min: 1, max: 12 }), (given, size) => {
        const log = new CallLog(size);
        for (const step of given) {
          if (step === 'clear') expect(log.clear()).toBeLessThanOrEqual(size);
          else for (let i = 0; i < step; i++) log.add(CALL);
        }
        expect({ ids: idsOf(log), last: log.last }).toEqual(expected(given, size));
        const kept = idsOf(log).length;
        expect(log.forgotten).toBe(given.slice(given.lastIndexOf('clear') + 1).reduce<number>(sum, 0) - kept);
        expect(log.clear()).toBe(kept);
      }),
    );
  });

  it('forgets the oldest where texts come to more than 16777216 characters, but never the newest', () => {
    const log = new CallLog(10);
    log.add({ ...CALL, characters: 2 ** 23 });
    log.add({ ...CALL, characters: 2 ** 23 - 5, client: 'kit 1' });
    expect(idsOf(log)).toEqual([1, 2]);
    log.add({ ...CALL, characters: 1 });
    expect(idsOf(log)).toEqual([2, 3]);
    log.add({ ...CALL, characters: 2 ** 25 });
    expect(idsOf(log)).toEqual([4]);
    log.add(CALL);
    expect(idsOf(log)).toEqual([5]);
    expect(log.forgotten).toBe(4);
  });

  it('of size 0 keeps nothing', () => {
    const log = new CallLog(0);
    log.add(CALL);
    expect([log.calls, log.last, log.forgotten, log.clear()]).toEqual([[], 0, 0, 0]);
  });
});

const sum = (total: number, step: 'clear' | number) => total + Number(step);

describe('a ledger', () => {
  it('keeps 10000 calls, or as many as it is told', () => {
    expect(LiveLedger.of(testLedger({})).calls.size).toBe(10_000);
    expect(LiveLedger.of(testLedger({}), 3).calls.size).toBe(3);
  });

  it('has a log of its own in each fork, which is empty at first', () => {
    const live = LiveLedger.of(testLedger({}), 3);
    live.calls.add(CALL);
    const forks = [live.fork(), live.forkOfStart()];
    for (const { calls } of forks) expect([calls.size, calls.calls, calls.last]).toEqual([3, [], 0]);
    forks[0]!.calls.add(CALL);
    forks[0]!.calls.add(CALL);
    expect([live.calls.last, forks[1]!.calls.last]).toEqual([1, 0]);
  });

  it('forgets its calls when it is reset or loaded again, and not when it goes back', async () => {
    const live = LiveLedger.of(testLedger({}));
    live.calls.add(CALL);
    await live.revert(await live.snapshot());
    expect(idsOf(live.calls)).toEqual([1]);
    await live.reset();
    expect(idsOf(live.calls)).toEqual([]);
    live.calls.add(CALL);
    await live.replace(testLedger({}));
    expect([idsOf(live.calls), live.calls.last]).toEqual([[], 2]);
  });
});
