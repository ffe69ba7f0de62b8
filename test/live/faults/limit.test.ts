import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Buckets } from '../../../src/live/faults/limit.ts';

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

  it('of many clients are forgotten once they are full', () => {
    const { buckets, clock } = bucketsOf(1, 1);
    for (let i = 0; i < 10_000; i++) buckets.take(`${i}`);
    clock.now = 5000;
    for (let i = 10_000; i < 20_000; i++) expect(buckets.take(`${i}`)).toBeUndefined();
    expect(buckets.take('19999')).toBe(1);
  });
});
