import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nodeFloat } from '../../src/codec/nodeFloat.ts';

// computed with the arithmetic of serde_json 1.0.149
describe('the node reads', () => {
  it.each<[literal: string, value: number]>([
    ['0.0', 0],
    ['-0', -0],
    ['0e999999999999', 0],
    ['1.5', 1.5],
    ['-2.5E+2', -250],
    ['1e23', 1e23],
    ['5e-324', 5e-324],
    ['1e-400', 0],
    ['-1e-99999999999', -0],
    ['18446744073709551616', 2 ** 64],
    // a division of rounded numbers is rounded again
    ['1e-23', 1.0000000000000001e-23],
    ['1e-30', 9.999999999999999e-31],
    ['123456789.12345678912', 123456789.1234568],
    // what does not fit a u64 is dropped, but a digit behind the point can still fit
    ['18446744073709551619', 18446744073709552000],
    ['184467440737095516159.99', 184467440737095500000],
    ['18446744073709551616.5', 18446744073709552000],
  ])('%s', (literal, value) => {
    expect(nodeFloat(literal)).toBe(value);
  });

  it.each(['1e309', '-1e309', '1e2147483648', '1e99999999999', `1${'0'.repeat(309)}`])('no double in %s', (literal) => {
    expect(Math.abs(nodeFloat(literal))).toBe(Number.POSITIVE_INFINITY);
  });
});

it('up to fifteen digits and powers of 22 come out as the nearest double', () => {
  const digits = fc.bigInt({ min: 0n, max: 999_999_999_999_999n });
  fc.assert(
    fc.property(digits, fc.integer({ min: -22, max: 22 }), (significand, exponent) => {
      const literal = `${significand}e${exponent}`;
      expect(nodeFloat(literal)).toBe(Number(literal));
    }),
  );
});
