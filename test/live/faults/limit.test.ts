import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Buckets } from '../../../src/live/faults/limit.ts';
import { usedMemory } from '../../support/memory.ts';

function bucketsOf(perSecond: number, burst: number) {
  const clock = { now: 0 };
  return { clock, buckets: new Buckets({ perSecond, burst, isPerMethod: false }, () => clock.now) };
}

describe('a bucket', () => {
  it('gives the burst at once, then what comes back with time', () => {
    const { buckets, clock } = bucketsOf(2, 3);
    expect([1, 2, 3, 4].map(() => buckets.take('a'))).toEqual([undefined, undefined, undefined, 0.5]);
    clock.now = 250;
    expect(buckets.take('a')).toBe(0.25);
    clock.now = 500;
    expect([buckets.take('a'), buckets.take('a')]).toEqual([undefined, 0.5]);
    clock.now = 1_000_000;
    expect([1, 2, 3, 4].map(() => buckets.take('a'))).toEqual([undefined, undefined, undefined, 0.5]);
  });

  it('is of one client', () => {
    const { buckets } = bucketsOf(1, 1);
    expect([buckets.take('a'), buckets.take('b'), buckets.take('a')]).toEqual([undefined, undefined, 1]);
  });

  it('never gives more than the burst and the rate allow', () => {
    const waits = fc.array(fc.nat(2000), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 1, max: 20 }),
        waits,
        (perSecond, burst, steps) => {
          const { buckets, clock } = bucketsOf(perSecond, burst);
          let taken = 0;
          for (const step of steps) {
            clock.now += step;
            if (buckets.take('a') === undefined) taken++;
          }
          expect(taken).toBeLessThanOrEqual(burst + (clock.now / 1000) * perSecond + 1e-6);
        },
      ),
    );
  });

  it('is kept for the 10,000 clients that asked last', () => {
    const { buckets, clock } = bucketsOf(1, 1);
    for (let i = 0; i < 10_000; i++) buckets.take(`${i}`);
    buckets.take('0');
    for (let i = 10_000; i < 19_999; i++) expect(buckets.take(`${i}`)).toBeUndefined();
    expect(buckets.size).toBe(10_000);
    expect([buckets.take('0'), buckets.take('19998'), buckets.take('1')]).toEqual([1, 1, undefined]);
    clock.now = 5000;
    expect(buckets.take('19998')).toBeUndefined();
  });

  it('keeps nothing of the length of a name', async () => {
    const { buckets } = bucketsOf(1, 1);
    const long = 'x'.repeat(1 << 20);
    const before = await usedMemory();
    for (let i = 0; i < 200; i++) buckets.take(`${i}${long}`);
    expect((await usedMemory()) - before).toBeLessThan(10 << 20);
    expect(buckets.take(`7${long}`)).toBe(1);
  });
});
