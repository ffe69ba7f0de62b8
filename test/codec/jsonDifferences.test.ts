import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { containsJson, jsonDifferences } from '../../src/codec/compareJson.ts';
import { parseJson } from '../../src/codec/parseJson.ts';

const json = fc.json({ maxDepth: 3, depthSize: 'small' }).map((text) => {
  try {
    return parseJson(text);
  } catch {
    // numbers that a node does not read
    return null;
  }
});

describe('differences', () => {
  it('are there where a value does not contain a pattern, and only there', () => {
    fc.assert(
      fc.property(json, json, (value, pattern) => {
        expect(jsonDifferences(value, pattern).length === 0).toBe(containsJson(value, pattern));
      }),
    );
  });

  it.each<[value: string, pattern: string, differences: readonly (readonly [string, unknown, unknown])[]]>([
    ['[1,2]', '[1]', []],
    ['5', '6', [['', 5, 6]]],
    ['[]', '{}', [['', [], {}]]],
    [
      '[1]',
      '[2,3]',
      [
        ['[0]', 1, 2],
        ['[1]', undefined, 3],
      ],
    ],
    ['[{"a":1,"b":2}]', '[{"b":{"c":3}}]', [['[0].b', 2, { c: 3 }]]],
    [
      '{"a":{"b":[1]}}',
      '{"a":{"b":[2],"c-d":null}}',
      [
        ['.a.b[0]', 1, 2],
        ['.a["c-d"]', undefined, null],
      ],
    ],
    ['{}', '{"toString":1}', [['.toString', undefined, 1]]],
  ])('of %s from %s say where', (value, pattern, expected) => {
    const found = jsonDifferences(parseJson(value), parseJson(pattern));
    expect(found.map((each) => [each.path, each.actual, each.expected])).toEqual(expected);
  });
});
