import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isJsonArray, isJsonObject, type JsonValue } from '../../src/codec/jsonText.ts';
import { JsonSyntaxError, parseJson } from '../../src/codec/parseJson.ts';
import { JSON_NOTATION } from '../../src/files/json.ts';
import { positionsOf } from '../../src/files/positions.ts';
import { problemsOf } from '../fixtures/samples.ts';
import { pathOf } from '../support/pointers.ts';

/** Every value below `value`, with the pointer to it. */
function valuesOf(value: JsonValue, pointer = ''): [string, JsonValue][] {
  const below: [string, JsonValue][] = isJsonArray(value)
    ? value.map((item, i) => [String(i), item])
    : isJsonObject(value)
      ? Object.entries(value).map(([key, member]) => [key, member ?? null])
      : [];
  const escaped = (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1');
  return [[pointer, value], ...below.flatMap(([key, member]) => valuesOf(member, `${pointer}/${escaped(key)}`))];
}

describe('locate', () => {
  it('finds every value of any JSON text', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.constantFrom(0, 1, '\t'), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        const values = valuesOf(parseJson(text));
        const offsets = JSON_NOTATION.locate(
          text,
          values.map(([pointer]) => pathOf(pointer)),
        );
        values.forEach(([pointer, expected], i) => {
          expect([pointer, firstValue(text.slice(offsets[i]))]).toEqual([pointer, expected]);
        });
      }),
    );
  });

  it('finds the nearest ancestor of a missing value, and of duplicate members the last one', () => {
    const text = '{"a": {"b": 1}, "c": [2], "a": {"d\\u0065": 3}}';
    const offsetsOf = (...pointers: string[]) => JSON_NOTATION.locate(text, pointers.map(pathOf));
    expect(offsetsOf('/a/b', '/a/de', '/c/1', '/c/0/x', '/x').map((offset) => text.slice(offset, offset + 3))).toEqual([
      '{"d',
      '3}}',
      '[2]',
      '2],',
      '{"a',
    ]);
  });
});

/** The JSON value that a text starts with. */
function firstValue(text: string): JsonValue | undefined {
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    return parseJson(text.slice(0, error.offset));
  }
}

describe('positionsOf', () => {
  it('counts lines and columns from 1, in any order of offsets', () => {
    const text = 'ab\ncd\r\n\ne';
    expect(positionsOf(text, [8, 0, 4, 2, 3], 10)).toEqual([
      { line: 13, column: 1 },
      { line: 10, column: 1 },
      { line: 11, column: 2 },
      { line: 10, column: 3 },
      { line: 11, column: 1 },
    ]);
  });
});

it('a problem points at the value; one with a missing member points at the object', async () => {
  const text = '{\n  "pubkey": "x",\n  "account": {\n    "lamports": 1.5,\n    "data": ["", "base64"]\n  }\n}\n';
  expect((await problemsOf({ 'a.json': text })).map((problem) => problem.split(': ').slice(0, 2))).toEqual([
    ['a.json:2:13', '/pubkey'],
    ['a.json:4:17', '/account/lamports'],
    ['a.json:3:14', '/account/owner'],
    ['a.json:3:14', '/account/executable'],
    ['a.json:3:14', '/account/rentEpoch'],
  ]);
});

it('text that is no JSON is told where it stops being it', async () => {
  expect(await problemsOf({ 'a.json': '{\n  "a": [1,\n  x' })).toEqual(['a.json:3:3: expected JSON: expected a value']);
  expect(await problemsOf({ 'a.jsonl': '\n\n{"a"}\n[' })).toEqual([
    'a.jsonl:3:5: expected JSON: expected ":"',
    'a.jsonl:4:2: expected JSON: the text ends before its value',
  ]);
});
