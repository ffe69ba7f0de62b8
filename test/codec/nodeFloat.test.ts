import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nodeFloat } from '../../src/codec/floats.ts';
import { floatText } from '../../src/codec/jsonText.ts';

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

it('elsewhere it is at most a few steps away', () => {
  const normal = fc.double({ min: 1e-290, max: 1e290, noNaN: true });
  fc.assert(
    fc.property(normal, (value) => {
      const literal = value.toExponential();
      expect(Math.abs(nodeFloat(literal) / value - 1)).toBeLessThan(4 * Number.EPSILON);
    }),
  );
});

describe('as an error quotes it', () => {
  it.each([
    ['0.1', '0.1'],
    ['-2.5E-7', '-2.5e-7'],
    ['1e+3', '1000.0'],
    ['0.30000000000000004', '0.30000000000000004'],
    ['-0', '-0.0'],
    ['-0.0', '-0.0'],
    ['18446744073709551616', '1.8446744073709552e+19'],
    ['-9223372036854775809', '-9.223372036854776e+18'],
    ['9007199254740993.0', '9007199254740994.0'],
    ['9007199254740993e0', '9007199254740992.0'],
    ['123456789012345680000', '1.2345678901234567e+20'],
    ['340282366920938463463374607431768211455', '3.402823669209385e+38'],
    ['1844674407370955161.65', '1.8446744073709553e+18'],
    [`11${'0'.repeat(305)}.5`, '1.1000000000000001e+306'],
    [`1${'0'.repeat(302)}`, '9.999999999999999e+301'],
    ['17976931348623157e292', '1.7976931348623157e+308'],
    ['4.9406564584124654e-324', '5e-324'],
    ['123456789e-400', '0.0'],
    ['1e-999999999999', '0.0'],
    ['0e999999999999', '0.0'],
    [`0.${'0'.repeat(37)}1e40`, '100.0'],
  ])('%s is %s', (literal, text) => {
    expect(floatText(nodeFloat(literal))).toBe(text);
  });
});
