import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  floatText,
  isJsonArray,
  isJsonObject,
  JsonFloat,
  JsonFragment,
  type JsonValue,
  jsonInteger,
  stringifyJson,
} from '../../src/codec/jsonText.ts';

describe('key order', () => {
  test.each<[string, JsonValue, string]>([
    ['ASCII order, capitals first', { b: 1, a: 2, B: 3, _: 4 }, '{"B":3,"_":4,"a":2,"b":1}'],
    ['keys that look like numbers sort as text', { 10: 1, 9: 2, 1: 3 }, '{"1":3,"10":1,"9":2}'],
    ['a prefix comes first', { ab: 1, a: 2, '': 3 }, '{"":3,"a":2,"ab":1}'],
    ['at every depth', { z: { b: [{ d: 1, c: 2 }], a: 3 } }, '{"z":{"a":3,"b":[{"c":2,"d":1}]}}'],
    [
      'U+FFFF before a surrogate pair',
      { '\u{10000}': 1, '\uffff': 2, '\ue000': 3 },
      '{"\ue000":3,"\uffff":2,"\u{10000}":1}',
    ],
    ['surrogate pairs among themselves', { '\u{1f996}': 1, '\u{1f600}': 2 }, '{"\u{1f600}":2,"\u{1f996}":1}'],
    [
      'after a common astral start',
      { '\u{1f600}\uffff': 1, '\u{1f600}\u{1f600}': 2 },
      '{"\u{1f600}\uffff":1,"\u{1f600}\u{1f600}":2}',
    ],
    ['arrays keep theirs', ['b', 'a'], '["b","a"]'],
  ])('%s', (_, value, text) => {
    expect(stringifyJson(value)).toBe(text);
  });

  test('keys of any object stand in the order of their UTF-8 bytes', () => {
    const keys = fc.uniqueArray(fc.string({ unit: 'binary', maxLength: 4 }), { maxLength: 12 });
    fc.assert(
      fc.property(keys, (names) => {
        const sorted = names.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
        const members = sorted.map((name) => `${JSON.stringify(name)}:1`);
        expect(stringifyJson(Object.fromEntries(names.map((name) => [name, 1])))).toBe(`{${members.join(',')}}`);
      }),
      { numRuns: 500 },
    );
  });
});

describe('members and elements', () => {
  test.each<[string, JsonValue, string]>([
    ['null', null, 'null'],
    ['booleans', [true, false], '[true,false]'],
    ['nothing in an array or an object', [[], {}], '[[],{}]'],
    ['an undefined member is absent', { a: undefined, b: 1, c: undefined }, '{"b":1}'],
    ['an object of undefined members is empty', { a: undefined }, '{}'],
    ['a null member is present', { a: null }, '{"a":null}'],
    ['a fragment stands as it is', { a: new JsonFragment('{"z":1, "b":2}') }, '{"a":{"z":1, "b":2}}'],
    ['a member named __proto__', Object.fromEntries([['__proto__', 1]]), '{"__proto__":1}'],
  ])('%s', (_, value, text) => {
    expect(stringifyJson(value)).toBe(text);
  });

  test('every UTF-16 unit, as a value and as a key, is written as JSON.stringify writes it', () => {
    const units = Array.from({ length: 0x10000 }, (_, unit) => String.fromCharCode(unit));
    const differing = units.filter((unit) => {
      const member = { [`a${unit}`]: `${unit}b` };
      return stringifyJson(member) !== JSON.stringify(member);
    });
    expect(differing).toEqual([]);
  });

  test('short escapes, other controls in lower-case hex, all else raw', () => {
    expect(stringifyJson('"\\\b\f\n\r\t\u0000\u001b\u001f')).toBe('"\\"\\\\\\b\\f\\n\\r\\t\\u0000\\u001b\\u001f"');
    expect(stringifyJson('/\u007f\u2028é🦖')).toBe('"/\u007f\u2028é🦖"');
    expect(stringifyJson({ '"\n': 1 })).toBe('{"\\"\\n":1}');
  });
});

describe('integers', () => {
  test.each<[JsonValue, string]>([
    [0, '0'],
    [-0, '0'],
    [9007199254740991, '9007199254740991'],
    [-9007199254740991, '-9007199254740991'],
    [9007199254740993n, '9007199254740993'],
    [18446744073709551615n, '18446744073709551615'],
    [-9223372036854775808n, '-9223372036854775808'],
    [340282366920938463463374607431768211455n, '340282366920938463463374607431768211455'],
  ])('%s', (value, text) => {
    expect(stringifyJson(value)).toBe(text);
  });

  test.each([9007199254740992, -9007199254740992, 1e21, 0.5, Number.NaN, Number.POSITIVE_INFINITY])(
    'a number that is not an exact integer is refused: %s',
    (value) => {
      expect(() => stringifyJson({ a: [value] })).toThrow(
        new RangeError(`${value} is not an exact integer: use bigint or JsonFloat`),
      );
    },
  );

  test('jsonInteger is a number exactly while that is safe', () => {
    expect(jsonInteger(9007199254740991n)).toBe(9007199254740991);
    expect(jsonInteger(9007199254740992n)).toBe(9007199254740992n);
    expect(jsonInteger(-9007199254740991n)).toBe(-9007199254740991);
    expect(jsonInteger(-9007199254740992n)).toBe(-9007199254740992n);
  });
});

describe('floats', () => {
  test.each<[number, string]>([
    [0, '0.0'],
    [-0, '-0.0'],
    [1, '1.0'],
    [-1, '-1.0'],
    [0.42, '0.42'],
    [0.1 + 0.2, '0.30000000000000004'],
    [1234567.89, '1234567.89'],
    [9007199254740992, '9007199254740992.0'],
    // the exponents at which the notation changes
    [0.0001, '0.0001'],
    [0.00001, '0.00001'],
    [0.0000123, '0.0000123'],
    [0.00000999, '9.99e-6'],
    [1e-6, '1e-6'],
    [3e-7, '3e-7'],
    [1e15, '1000000000000000.0'],
    [1234567890123456.8, '1234567890123456.8'],
    [9999999999999998, '9999999999999998.0'],
    [1e16, '1e+16'],
    [12345678901234568, '1.2345678901234568e+16'],
    [2.03868050834481e19, '2.03868050834481e+19'],
    [1e21, '1e+21'],
    [-1.5e300, '-1.5e+300'],
    [1e100, '1e+100'],
    // the ends of the range
    [5e-324, '5e-324'],
    [2.2250738585072014e-308, '2.2250738585072014e-308'],
    [1.7976931348623157e308, '1.7976931348623157e+308'],
    [Number.NaN, 'null'],
    [Number.POSITIVE_INFINITY, 'null'],
    [Number.NEGATIVE_INFINITY, 'null'],
  ])('%s is written %s', (value, text) => {
    expect(floatText(value)).toBe(text);
    expect(stringifyJson([new JsonFloat(value)])).toBe(`[${text}]`);
  });

  test('any double reads back equal, in one of the two notations, with the digits that JavaScript finds shortest', () => {
    const significant = (text: string) =>
      text
        .replace(/e.*/, '')
        .replace(/[-.]/g, '')
        .replace(/^0+|0+$/g, '');
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const text = floatText(value);
        expect(text).toMatch(/^-?(\d{1,16}\.\d+|\d(\.\d+)?e[+-][1-9]\d*)$/);
        expect(Number(text)).toBe(value);
        expect(significant(text)).toBe(significant(value.toExponential()));
      }),
      { numRuns: 2000 },
    );
  });
});

describe('kinds of value', () => {
  test.each<[string, JsonValue | undefined, 'object' | 'array' | 'neither']>([
    ['an object', {}, 'object'],
    ['an array', [], 'array'],
    ['null', null, 'neither'],
    ['nothing', undefined, 'neither'],
    ['a string', 'a', 'neither'],
    ['a float', new JsonFloat(1), 'neither'],
    ['a fragment', new JsonFragment('{}'), 'neither'],
  ])('%s', (_, value, kind) => {
    expect(isJsonObject(value)).toBe(kind === 'object');
    expect(isJsonArray(value)).toBe(kind === 'array');
  });
});
