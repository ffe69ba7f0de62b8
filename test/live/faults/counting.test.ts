import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../src/codec/jsonText.ts';
import { delayOf } from '../../../src/live/faults/delay.ts';
import type { Fault, FaultMatch, FaultThen, Occasion } from '../../../src/live/faults/fault.ts';
import { FaultList } from '../../../src/live/faults/faultList.ts';
import { createRandom } from '../../../src/live/faults/random.ts';
import { NODE_VERSIONS } from '../../../src/nodeVersion.ts';

/** When faults happen. */

const ALWAYS: FaultMatch = { after: 0, times: Number.POSITIVE_INFINITY, probability: 1, seed: 0 };
const RESET: FaultThen = { reset: true };

const faultWith = (match: Partial<FaultMatch>, then: FaultThen = RESET, isFlapping = false): Fault => ({
  match: { ...ALWAYS, ...match },
  then,
  isFlapping,
});

const callOf = (method: string, params?: JsonValue, occasion: Occasion = 'http') => ({
  occasion,
  method,
  params: () => params,
  isRead: true,
});

/** Which of so many calls the fault happens to. */
function sequenceOf(fault: Fault, calls: number): readonly boolean[] {
  const faults = new FaultList();
  faults.add(null, fault);
  return Array.from({ length: calls }, () => faults.take(callOf('getSlot')) !== undefined);
}

describe('a fault', () => {
  it('spares `after` calls, and then happens to at most `times`', () => {
    fc.assert(
      fc.property(fc.nat(20), fc.nat(20), fc.nat(60), (after, times, calls) => {
        const expected = Array.from({ length: calls }, (_, i) => i >= after && i < after + times);
        expect(sequenceOf(faultWith({ after, times }), calls)).toEqual(expected);
      }),
    );
  });

  it('with a probability is the same sequence for the same seed, and happens at most `times`', () => {
    const seeds = fc.integer({ min: 0, max: 0xffffffff });
    const probabilities = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(seeds, probabilities, fc.nat(20), fc.nat(40), (seed, probability, after, times) => {
        const fault = faultWith({ after, times, probability, seed });
        const sequence = sequenceOf(fault, 100);
        expect(sequenceOf(fault, 100)).toEqual(sequence);
        const free = sequenceOf(faultWith({ probability, seed }), 100 - after);
        let hits = 0;
        expect(sequence.slice(after)).toEqual(free.map((happens) => happens && ++hits <= times));
        expect(sequence.slice(0, after)).not.toContain(true);
      }),
    );
  });

  it.each([
    [0, 0],
    [0.25, 2478],
    [0.5, 4964],
    [1, 10_000],
  ])('with the probability %d happens about so often', (probability, hits) => {
    const happened = sequenceOf(faultWith({ probability, seed: 1 }), 10_000).filter(Boolean).length;
    expect(Math.abs(happened - 10_000 * probability)).toBeLessThanOrEqual(200);
    expect(happened).toBe(hits);
  });

  it('differs by its seed', () => {
    const bySeed = [0, 1, 2].map((seed) => sequenceOf(faultWith({ probability: 0.5, seed }), 64).join());
    expect(new Set(bySeed).size).toBe(3);
  });

  it('that flaps happens to every other call that fits', () => {
    const fault = faultWith({ after: 1, times: 2 }, RESET, true);
    expect(sequenceOf(fault, 7)).toEqual([false, true, false, true, false, false, false]);
  });

  it('counts what fits only', () => {
    const faults = new FaultList();
    faults.add(null, faultWith({ methods: ['getSlot', 'getBlock'], params: [{ a: 1 }], after: 1 }));
    const calls = [
      callOf('getSlot', [{ a: 1 }]),
      callOf('getSlot', [{ a: 2 }]),
      callOf('getHealth', [{ a: 1 }]),
      callOf('getSlot'),
      callOf('getBlock', [{ a: 1, b: 2 }, 3]),
    ];
    expect(calls.map((call) => faults.take(call)?.id)).toEqual([undefined, undefined, undefined, undefined, 'fault-1']);
  });

  it.each<[occasion: Occasion, then: FaultThen, happens: boolean]>([
    ['http', { http: { status: 429, headers: [], body: '' } }, true],
    ['process', { http: { status: 429, headers: [], body: '' } }, true],
    ['socket', { http: { status: 429, headers: [], body: '' } }, false],
    ['socket', { truncate: 5 }, false],
    ['socket', { agave: NODE_VERSIONS['4.2'] }, false],
    ['socket', { delayMs: 5 }, true],
    ['socket', { closeSocket: true }, true],
    ['http', { closeSocket: true }, false],
    ['http', { dropNotifications: true }, false],
    ['notification', { dropNotifications: true }, true],
    ['notification', { delayMs: 5 }, false],
    ['notification', { delayMs: 5, repeatNotifications: 1 }, true],
  ])('over %s, of %j: %s', (occasion, then, happens) => {
    const faults = new FaultList();
    faults.add(null, faultWith({}, then));
    expect(faults.take(callOf('getSlot', undefined, occasion)) !== undefined).toBe(happens);
    expect(faults.all.map(({ hits }) => hits)).toEqual([happens ? 1 : 0]);
  });

  it.each<[then: FaultThen, shown: FaultThen | undefined]>([
    [{ stale: 2n }, undefined],
    [{ agave: NODE_VERSIONS['4.2'] }, undefined],
    [{ stale: 2n, delayMs: 5 }, { delayMs: 5 }],
    [{ delayMs: 5 }, { delayMs: 5 }],
  ])('of %o happens to what does not only read as %o', (then, shown) => {
    const faults = new FaultList();
    faults.add(null, faultWith({ times: 1 }, then));
    expect(faults.take({ ...callOf('sendTransaction'), isRead: false })?.then).toEqual(shown);
    // what did not happen is not used up
    expect(faults.take(callOf('getSlot'))?.then).toEqual(shown === undefined ? then : undefined);
  });

  it('does not look at parameters that it does not ask for', () => {
    const faults = new FaultList();
    faults.add(null, faultWith({ methods: ['getSlot'] }));
    const params = () => {
      throw new Error('looked at');
    };
    expect(faults.take({ occasion: 'http', method: 'getSlot', params, isRead: true })?.id).toBe('fault-1');
  });
});

describe('the first fault that fits', () => {
  it('wins, and those behind it are not counted', () => {
    const faults = new FaultList();
    faults.add('a', faultWith({ times: 1 }));
    faults.add('b', faultWith({ methods: ['getBlock'], after: 1 }));
    faults.add('c', faultWith({ methods: ['getBlock'], times: 1 }));
    const taken = ['getBlock', 'getBlock', 'getBlock', 'getSlot'].map((method) => faults.take(callOf(method))?.id);
    expect(taken).toEqual(['fault-1', 'fault-3', 'fault-2', undefined]);
    expect(faults.all.map(({ hits, json }) => [json, hits])).toEqual([
      ['a', 1],
      ['b', 1],
      ['c', 1],
    ]);
  });

  it('has an id that is not given again', () => {
    const faults = new FaultList();
    expect([faults.isEmpty, faults.add(1, faultWith({})), faults.add(2, faultWith({}))]).toEqual([
      true,
      'fault-1',
      'fault-2',
    ]);
    expect([faults.remove('fault-1'), faults.remove('fault-1'), faults.isEmpty]).toEqual([true, false, false]);
    expect([faults.clear(), faults.clear(), faults.isEmpty]).toEqual([1, 0, true]);
    expect(faults.add(3, faultWith({}))).toBe('fault-3');
  });
});

describe('a delay', () => {
  it('is a number of milliseconds, or log-normal: half of all are below the median', () => {
    expect(delayOf(5, createRandom(1))).toBe(5);
    const random = createRandom(7);
    const delays = Array.from({ length: 10_000 }, () => delayOf({ median: 80, sigma: 0.5 }, random)).sort(
      (a, b) => a - b,
    );
    // of the logarithms: a mean of ln 80, and a deviation of 0.5
    expect(Math.abs(delays[5000]! - 80)).toBeLessThan(2);
    expect(Math.abs(delays[8413]! - 80 * Math.exp(0.5))).toBeLessThan(5);
    expect(Math.abs(delays[1587]! - 80 * Math.exp(-0.5))).toBeLessThan(2);
  });

  it('never exceeds what a timer takes', () => {
    expect(delayOf({ median: 2 ** 31 - 1, sigma: 10 }, () => 0.999)).toBe(2 ** 31 - 1);
    expect(delayOf({ median: 0, sigma: 10 }, createRandom(0))).toBe(0);
  });

  it('is the same for the same seed, with a probability or without', () => {
    const delaysOf = (match: Partial<FaultMatch>) => {
      const faults = new FaultList();
      faults.add(null, faultWith(match, { delayMs: { median: 10, sigma: 1 } }));
      return Array.from({ length: 50 }, () => faults.take(callOf('getSlot'))?.delayMs).filter((ms) => ms !== undefined);
    };
    const delays = delaysOf({ seed: 3 });
    expect(new Set(delays).size).toBe(50);
    const some = delaysOf({ seed: 3, probability: 0.5 });
    expect(some).toEqual(delays.slice(0, some.length));
    expect(delaysOf({ seed: 4 })).not.toEqual(delays);
  });
});
