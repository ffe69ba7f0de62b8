import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { f64Text, fixedText } from '../../src/codec/floats.ts';

describe('texts of doubles', () => {
  const doubles = fc.double({ noNaN: true, noDefaultInfinity: true });

  it.each([
    [0.125, 2, '0.12'],
    [0.375, 2, '0.38'],
    [2.5, 0, '2'],
    [-0.001, 2, '-0.00'],
    [1e22, 1, '10000000000000000000000.0'],
    [0.1, 30, '0.100000000000000005551115123126'],
    [Number.NEGATIVE_INFINITY, 3, '-inf'],
  ])('fixedText(%d, %i)', (value, decimals, expected) => {
    expect(fixedText(value, decimals)).toBe(expected);
  });

  it('agrees with toFixed where that does not meet a tie', () => {
    const mayBeTie = (value: number, digits: number) => (value * 10 ** digits) % 0.5 === 0;
    fc.assert(
      fc.property(fc.double({ min: -1e20, max: 1e20, noNaN: true }), fc.nat(60), (value, digits) => {
        fc.pre(!mayBeTie(value, digits) && value !== 0);
        expect(fixedText(value, digits)).toBe(value.toFixed(digits));
      }),
    );
  });

  it.each([
    [1, '1'],
    [-0, '-0'],
    [1e21, '1000000000000000000000'],
    [1e-7, '0.0000001'],
    [1.4861347, '1.4861347'],
    [5e-324, `0.${'0'.repeat(323)}5`],
    [7390942122712613 / 4, '1847735530678153.3'],
    [-73366360811417.125, '-73366360811417.13'],
    [Number.NaN, 'NaN'],
    [Number.POSITIVE_INFINITY, 'inf'],
  ])('f64Text(%d)', (value, expected) => {
    expect(f64Text(value)).toBe(expected);
  });

  it('reads back equal and never has an exponent', () => {
    fc.assert(
      fc.property(doubles, (value) => {
        expect(Number(f64Text(value))).toBe(value);
        expect(f64Text(value)).toMatch(/^-?\d+(\.\d*[1-9])?$/);
      }),
    );
  });
});
