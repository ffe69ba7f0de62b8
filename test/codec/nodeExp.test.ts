import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exactExp } from '../../src/codec/exactMath.ts';
import { nodeExp } from '../../src/codec/nodeExp.ts';

describe('exp as glibc rounds it', () => {
  // values of glibc 2.36 on a processor with fused multiplication; none is the nearest double
  it.each([
    [-4.973545584782073, 0.006918574104953775],
    [3.9889587304787377, 53.998632948685284],
    [0.1324444619408542, 1.1416156112131717],
    [0.1318875137209819, 1.140979967457488],
    [0.03959308138725959, 1.0403873350745005],
    [-0.046502580248316154, 0.9545620975595479],
    [-0.17578551358076702, 0.8387978747968722],
    [-1.9393716096160807, 0.1437942803363292],
    [-2.4450035814666493, 0.08672582429552758],
    [-0.023350422745542512, 0.9769200887656005],
    [3.1048117092095073, 22.305018750243953],
    [1.1102230246251565e-16, 1],
  ])('exp(%d)', (value, result) => {
    expect(nodeExp(value)).toBe(result);
    expect(exactExp(value)).not.toBe(result);
  });

  it.each([
    [0, 1],
    [-0, 1],
    [1e-300, 1],
    [0.05, 1.0512710963760241],
    [1, Math.E],
    // these two would be others if the second of the fused steps were two
    [-0.1537757676434322, 0.8574642706904422],
    [-2.6241590587758923, 0.07250070023343867],
    [511.9, 2.0670228913708524e222],
    [-511.9, 4.83787578828795e-223],
    [512, 2.2844135865397565e222],
    [-740.5, 2.5e-322],
    [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
    [Number.NEGATIVE_INFINITY, 0],
    [Number.NaN, Number.NaN],
  ])('exp(%d) is the nearest double', (value, result) => {
    expect(nodeExp(value)).toBe(result);
    expect(exactExp(value)).toBe(result);
  });

  it('is the nearest double or the one beside it', () => {
    fc.assert(
      fc.property(fc.double({ min: -512, max: 512, noNaN: true }), (value) => {
        expect(Math.abs(nodeExp(value) / exactExp(value) - 1)).toBeLessThanOrEqual(Number.EPSILON);
      }),
    );
  });
});
