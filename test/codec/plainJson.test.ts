import fc from 'fast-check';
import { expect, it } from 'vitest';
import { plainText } from '../../src/codec/plainJson.ts';

it.each([
  [
    'bigints, which JSON.stringify refuses',
    { a: [18446744073709551615n, -1n, 2n] },
    '{"a":[18446744073709551615,-1,2]}',
  ],
  ['what is absent', { a: undefined, b: [undefined, () => 1], c: Symbol('c') }, '{"b":[null,null]}'],
  [
    'what says its text itself',
    { a: { toJSON: () => [1n] }, b: new Date(0) },
    '{"a":[1],"b":"1970-01-01T00:00:00.000Z"}',
  ],
  ['numbers that JSON does not have', [Number.NaN, Infinity, 1e21], '[null,null,1e+21]'],
  ['nothing', undefined, undefined],
])('writes %s', (_what, value, text) => {
  expect(plainText(value)).toBe(text);
});

it('writes what JSON.stringify does', () => {
  const isSame = fc.property(fc.jsonValue(), (value) => {
    expect(plainText(value)).toBe(JSON.stringify(value));
  });
  fc.assert(isSame);
});
