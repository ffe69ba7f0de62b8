import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exp } from '../../src/codec/exactMath.ts';
import { nodeExp } from '../../src/codec/nodeExp.ts';

describe('nodeExp', () => {
  // values of glibc 2.36 on a processor with fused multiply-add; the nearest double is another one for the first ten
  it.each([
    [1.1102230246251565e-16, 1],
    [3.2673685259844367, 26.242192756094475],
    [-9.41965795096489, 0.00008111375944779097],
    [-7.847733151717592, 0.0003906364789796022],
    [19.805884982135034, 399564188.41237366],
    [0.002135648267775058, 1.0021379303888502],
    [-2.4995483190276713, 0.08212208323046594],
    [12.143234874345053, 187819.16194648444],
    [-0.018864167745358706, 0.9813126470997733],
    [6.484584061469476, 654.9664817790573],
    [0, 1],
    [-0, 1],
    [0.05, 1.0512710963760241],
    [1, Math.E],
    [1e-300, 1],
    [709.782712893384, 1.7976931348622732e308],
    [709.782712893385, Number.POSITIVE_INFINITY],
    [710, Number.POSITIVE_INFINITY],
    [-708.5, 2.006132305331306e-308],
    [-746, 0],
    [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
    [Number.NEGATIVE_INFINITY, 0],
    [Number.NaN, Number.NaN],
  ])('nodeExp(%d)', (value, expected) => {
    expect(nodeExp(value)).toBe(expected);
  });

  it('is at most one unit in the last place from the nearest double', () => {
    fc.assert(
      fc.property(fc.double({ min: -707, max: 709, noNaN: true }), (value) => {
        const ratio = nodeExp(value) / exp(value);
        expect(Math.abs(ratio - 1)).toBeLessThanOrEqual(Number.EPSILON);
      }),
    );
  });
});
