import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hastyFloat } from '../../src/codec/hastyFloat.ts';
import { floatText } from '../../src/codec/json.ts';

describe('what serde_json 1.0.149 reads', () => {
  test.each([
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
    expect(floatText(hastyFloat(literal))).toBe(text);
  });

  test.each(['1e309', '-1e309', '1e999999999999', '17976931348623158e292', '1.7976931348623159e308'])(
    '%s is out of range',
    (literal) => {
      expect(Math.abs(hastyFloat(literal))).toBe(Number.POSITIVE_INFINITY);
    },
  );
});

describe('the nearest double', () => {
  const digits = fc.bigInt({ min: 0n, max: BigInt(Number.MAX_SAFE_INTEGER) });

  test('is read where neither the digits nor the power of ten have to be rounded', () => {
    fc.assert(
      fc.property(digits, fc.integer({ min: -22, max: 22 }), (significand, exponent) => {
        const literal = `${significand}e${exponent}`;
        expect(hastyFloat(literal)).toBe(Number(literal));
      }),
    );
  });

  test('is at most a few steps away elsewhere', () => {
    const normal = fc.double({ min: 1e-290, max: 1e290, noNaN: true });
    fc.assert(
      fc.property(normal, (value) => {
        const literal = value.toExponential();
        expect(Math.abs(hastyFloat(literal) / value - 1)).toBeLessThan(4 * Number.EPSILON);
      }),
    );
  });
});
