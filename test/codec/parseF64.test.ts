import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseF64 } from '../../src/codec/floats.ts';

describe('a double out of a text, as Rust reads it', () => {
  it.each([
    ['1', 1],
    ['+3', 3],
    ['-1', -1],
    ['-0', -0],
    ['.5', 0.5],
    ['7.', 7],
    ['00.10', 0.1],
    ['1e3', 1000],
    ['1E-3', 0.001],
    ['1e+5', 100_000],
    ['1E400', Number.POSITIVE_INFINITY],
    ['-1e400', Number.NEGATIVE_INFINITY],
    ['1e-400', 0],
    ['5e-324', 5e-324],
    ['2e-324', 0],
    ['9007199254740993', 9_007_199_254_740_992],
    ['nan', Number.NaN],
    ['-NaN', Number.NaN],
    ['Inf', Number.POSITIVE_INFINITY],
    ['-inf', Number.NEGATIVE_INFINITY],
    ['+Infinity', Number.POSITIVE_INFINITY],
  ])('%j is %d', (text, value) => {
    expect(parseF64(text)).toBe(value);
  });

  it.each([
    ...['', '.', '+', ' 1', '1 ', '1\n', '0x1', '1.2.3', '++1', 'e5', '.e1', '1.5e', '1.5e+', '1e 5', '1_000', '1,5'],
    ...['1n', 'in', 'infinit', 'infinityy', 'nano', 'é', '١'],
  ])('%j is none', (text) => {
    expect(parseF64(text)).toBeUndefined();
  });

  it('reads what is written', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(parseF64(`${value}`)).toBe(Object.is(value, -0) ? 0 : value);
      }),
    );
  });
});
