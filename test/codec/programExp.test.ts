import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { programExp } from '../../src/codec/programExp.ts';

describe('e^x as programs compute it', () => {
  // values of fdlibm, which is older than msun and has the same steps: StrictMath.exp of Java
  it.each([
    [0, 1],
    [-0, 1],
    [1, Math.E + 2 ** -51],
    [-1, 0.36787944117144233],
    [0.5, 1.6487212707001282],
    [10, 22026.465794806718],
    [-10, 4.539992976248485e-5],
    [0.05, 1.0512710963760241],
    [0.3465735902799726, Math.SQRT2 - 2 ** -52],
    [0.3465735902799727, Math.SQRT2],
    [0.34657384, 1.4142139155305886],
    [1.0397, 2.8283683765492893],
    [1.03972, 2.8284249444824976],
    [1.0397207708399179, 2.82842712474619],
    [1.04, 2.82921701435156],
    [-0.7, 0.4965853037914095],
    [0.0123, 1.0123759561005452],
    [88.5, 2.7230878250681117e38],
    [300.123, 2.1966597492155057e130],
    [-300.123, 4.552366384266524e-131],
    [1e-9, 1.000000001],
    [1e-8, 1.00000001],
    [-1e-8, 0.9999999900000001],
  ])('of %d is %d', (x, result) => {
    expect(programExp(x)).toBe(result);
  });

  it.each([
    ['the greatest double', 709.782712893384, 1.7976931348622732e308],
    ['more than any double', 709.7827128933841, Number.POSITIVE_INFINITY],
    ['a subnormal', -740, 4.2e-322],
    ['the smallest double', -745.1332191019411, 5e-324],
    ['less than any double', -745.1332191019412, 0],
    ['infinity', Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
    ['nothing', Number.NEGATIVE_INFINITY, 0],
    ['no number', Number.NaN, Number.NaN],
  ])('%s: of %d', (_, x, result) => {
    expect(programExp(x)).toBe(result);
  });

  it('is that of V8 but for the last digit', () => {
    fc.assert(
      fc.property(fc.double({ min: -700, max: 700, noNaN: true }), (x) => {
        expect(Math.abs(programExp(x) / Math.exp(x) - 1)).toBeLessThanOrEqual(2 * Number.EPSILON);
      }),
    );
  });
});
