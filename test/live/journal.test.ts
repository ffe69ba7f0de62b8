import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Journal, type JournaledCall } from '../../src/live/journal.ts';
import { LiveLedger } from '../../src/live/liveLedger.ts';
import { measuredBy } from '../support/freshProcess.ts';
import { testLedger } from '../support/testNode.ts';
import type { JournalMemory } from './journalMemory.ts';

const MEMORY = measuredBy<JournalMemory>('test/live/journalMemory.ts');

const CALL: Omit<JournaledCall, 'id'> = {
  method: 'getSlot',
  params: undefined,
  outcome: 'result',
  code: undefined,
  durationMs: 1,
  client: undefined,
  transport: 'process',
};

const addTo = (log: Journal, call: Omit<JournaledCall, 'id'>) => log.add(call, call.params, call);

const idsOf = ({ calls }: Journal) => calls.map(({ id }) => id);

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
        const log = new Journal(size);
        for (const step of given) {
          if (step === 'clear') expect(log.clear()).toBeLessThanOrEqual(size);
          else for (let i = 0; i < step; i++) addTo(log, CALL);
        }
        expect({ ids: idsOf(log), last: log.lastId }).toEqual(expected(given, size));
        const kept = idsOf(log).length;
        expect(log.forgotten).toBe(given.slice(given.lastIndexOf('clear') + 1).reduce<number>(sum, 0) - kept);
        expect(log.clear()).toBe(kept);
      }),
    );
  });

  it('keeps what few calls have with them, and forgets it with them', () => {
    const log = new Journal(2);
    const assumedOf = () => log.calls.map(({ assumed }) => assumed);
    addTo(log, { ...CALL, assumed: ['shop'] });
    addTo(log, CALL);
    expect(assumedOf()).toEqual([['shop'], undefined]);
    addTo(log, CALL);
    expect(assumedOf()).toEqual([undefined, undefined]);
    addTo(log, { ...CALL, assumed: ['bank'] });
    log.clear();
    addTo(log, CALL);
    expect(assumedOf()).toEqual([undefined]);
  });

  it('forgets the oldest where texts come to more than 16777216 bytes, but never the newest', () => {
    const log = new Journal(10);
    // one byte, and two
    const params = (bytes: number) => `["${'é'.repeat((bytes - 4) / 2)}"]`;
    addTo(log, { ...CALL, method: '', params: params(2 ** 23) });
    addTo(log, { ...CALL, method: 'get', params: params(2 ** 23 - 8), client: 'kit 1' });
    expect(idsOf(log)).toEqual([1, 2]);
    addTo(log, { ...CALL, method: 'x' });
    expect(idsOf(log)).toEqual([2, 3]);
    addTo(log, { ...CALL, params: params(2 ** 25) });
    expect(idsOf(log)).toEqual([4]);
    expect(log.calls[0]!.params).toBe(params(2 ** 25));
    addTo(log, CALL);
    expect(idsOf(log)).toEqual([5]);
    expect(log.forgotten).toBe(4);
  });

  const TEXT = fc.oneof(
    { weight: 5, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 9000 }).map((length) => 'aé€'.repeat(length)) },
  );
  const ANY_CALL = fc.record({
    method: TEXT,
    params: fc.option(TEXT, { nil: undefined }),
    client: fc.option(TEXT, { nil: undefined }),
    outcome: fc.constantFrom('result', 'error', 'fault'),
    code: fc.option(fc.integer(), { nil: undefined }),
    durationMs: fc.double({ min: 0, noNaN: true }),
    transport: fc.constantFrom('http', 'socket', 'process'),
  } as const);

  it('gives back what was put in, as a list of whole calls would', () => {
    const steps = fc.array(
      fc.oneof(
        { weight: 20, arbitrary: ANY_CALL },
        { weight: 10, arbitrary: fc.constant('again') },
        { weight: 1, arbitrary: fc.constant('clear') },
      ),
      {
        maxLength: 60,
      },
    );
    fc.assert(
      fc.property(steps, fc.integer({ min: 1, max: 20 }), fc.nat(60_000), (given, size, maxBytes) => {
        const log = new Journal(size, maxBytes);
        let calls: JournaledCall[] = [];
        let id = 0;
        let latest = CALL;
        for (const step of given) {
          if (step === 'clear') {
            log.clear();
            calls = [];
          } else {
            // another one with the same text
            latest = step === 'again' ? { ...latest, durationMs: id } : step;
            addTo(log, latest);
            calls.push({ ...latest, id: ++id });
            while (calls.length > size || (calls.length > 1 && bytesOf(calls) > maxBytes)) calls.shift();
          }
          expect(log.calls).toEqual(calls);
        }
      }),
    );
  });

  it('takes no more memory after 100000 calls than after as many as it keeps', async () => {
    const { kept, lastId, more } = (await MEMORY).after20000;
    expect(lastId).toBe(120_000);
    expect(more).toBeLessThan(2 ** 20);
    // what is kept, and not much more
    expect(kept).toBeGreaterThan(2 ** 24 - 2 ** 20);
    expect(kept).toBeLessThan(2 ** 24 + 2 ** 22);
    expect(new Journal(10_000).calls).toEqual([]);
  });

  it('keeps nothing of the request that the text of a call was cut out of', async () => {
    const { bytes, calls } = (await MEMORY).cutOut;
    expect(bytes).toBeLessThan(2 ** 22);
    expect(calls).toBe(1000);
  });

  it('keeps the text of calls that follow each other once', () => {
    const log = new Journal(10_000, 4000);
    const polled = { ...CALL, method: 'getSignatureStatuses', params: `["${'a'.repeat(1800)}"]` };
    for (let i = 0; i < 5000; i++) addTo(log, polled);
    addTo(log, CALL);
    addTo(log, polled);
    expect([log.calls.length, log.forgotten]).toEqual([5002, 0]);
    expect(log.calls.slice(-3).map(({ params }) => params)).toEqual([polled.params, undefined, polled.params]);
    addTo(log, { ...polled, client: 'kit 1' });
    // the polls came first, and one of them had the text
    expect(idsOf(log)).toEqual([5001, 5002, 5003]);
  });

  it('keeps a call of no characters', () => {
    const log = new Journal(1);
    addTo(log, { ...CALL, method: '' });
    addTo(log, { ...CALL, method: '', params: '' });
    expect(log.calls).toEqual([{ ...CALL, method: '', params: '', id: 2 }]);
  });

  it('of size 0 keeps nothing', () => {
    const log = new Journal(0);
    addTo(log, CALL);
    expect([log.calls, log.lastId, log.forgotten, log.clear()]).toEqual([[], 0, 0, 0]);
  });
});

const textOf = ({ client, method, params }: JournaledCall) => JSON.stringify([method, client, params]);

/** A text that follows itself is kept once. */
const bytesOf = (calls: readonly JournaledCall[]) =>
  calls.reduce((bytes, call, i) => {
    const { client, method, params } = call;
    const isKept = i > 0 && textOf(call) === textOf(calls[i - 1]!);
    return bytes + (isKept ? 0 : Buffer.byteLength(method + (client ?? '') + (params ?? '')));
  }, 0);

const sum = (total: number, step: 'clear' | number) => total + Number(step);

describe('a ledger', () => {
  it('keeps 10000 calls, or as many as it is told', () => {
    expect(LiveLedger.create(testLedger({})).calls.capacity).toBe(10_000);
    expect(LiveLedger.create(testLedger({}), 3).calls.capacity).toBe(3);
  });

  it('has a log of its own in each fork, which is empty at first', () => {
    const live = LiveLedger.create(testLedger({}), 3);
    addTo(live.calls, CALL);
    const forks = [live.fork(), live.forkOfStart()];
    for (const { calls } of forks) expect([calls.capacity, calls.calls, calls.lastId]).toEqual([3, [], 0]);
    addTo(forks[0]!.calls, CALL);
    addTo(forks[0]!.calls, CALL);
    expect([live.calls.lastId, forks[1]!.calls.lastId]).toEqual([1, 0]);
  });

  it('forgets its calls when it is reset or loaded again, and not when it goes back', async () => {
    const live = LiveLedger.create(testLedger({}));
    addTo(live.calls, CALL);
    await live.revert(await live.snapshot());
    expect(idsOf(live.calls)).toEqual([1]);
    await live.reset();
    expect(idsOf(live.calls)).toEqual([]);
    addTo(live.calls, CALL);
    await live.replace(testLedger({}));
    expect([idsOf(live.calls), live.calls.lastId]).toEqual([[], 2]);
  });
});
