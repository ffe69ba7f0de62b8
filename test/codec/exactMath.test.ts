import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { power } from '../../src/codec/exactMath.ts';

describe('power', () => {
  // values of glibc's pow; V8 has another last digit for the first four
  it.each([
    [0.85, 0.3778314783391171, 0.9404425022688349],
    [0.85, 0.5859125823519642, 0.9091711800356811],
    [0.85, 0.596864219405272, 0.9075544324386303],
    [0.85, 0.6516224046718107, 0.8995137174323896],
    [0.85, 4.325896636056559, 0.49507793200583816],
    [0.85, 4.331372454583212, 0.4946375461746112],
    [0.5, 0.1, 0.9330329915368074],
    [0.07, 3.3, 0.00015446266800212514],
    [0.999, 250.5, 0.7783139250433102],
    [1e-5, 12.25, 5.623413251903496e-62],
  ])('%d ^ %d is %d', (base, exponent, result) => {
    expect(power(base, exponent)).toBe(result);
  });

  it('is what a square root and whole powers are', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-9, max: 1, noNaN: true, maxExcluded: true }), (base) => {
        expect(power(base, 1)).toBe(base);
        expect(power(base, 0.5)).toBe(Math.sqrt(base));
        expect(power(base, 2)).toBe(base * base);
      }),
    );
  });

  it('stays within two units of Math.pow, and grows smaller with the exponent', () => {
    const exponents = fc.double({ min: 0.001, max: 100, noNaN: true });
    fc.assert(
      fc.property(fc.double({ min: 0.001, max: 0.999, noNaN: true }), exponents, (base, exponent) => {
        const result = power(base, exponent);
        expect(Math.abs(result / base ** exponent - 1)).toBeLessThan(2 ** -51);
        expect(power(base, exponent * 1.5)).toBeLessThan(result);
      }),
    );
  });

  it.each([
    [0, 0, 1],
    [0, 3, 0],
    [1, 7.5, 1],
    [0.5, 0, 1],
    [2, 0.5, Math.SQRT2],
    [-1, 0.5, Number.NaN],
    [0.85, Number.POSITIVE_INFINITY, 0],
    [0.85, 5000, 0],
  ])('%d ^ %d is %d', (base, exponent, result) => {
    expect(power(base, exponent)).toBe(result);
  });
});
