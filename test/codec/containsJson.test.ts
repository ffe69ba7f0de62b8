import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { containsJson } from '../../src/codec/compareJson.ts';
import { isJsonArray, isJsonObject, type JsonValue, stringifyJson } from '../../src/codec/jsonText.ts';
import { parseJson } from '../../src/codec/parseJson.ts';

const { value: jsonValue } = fc.letrec<{ value: JsonValue; list: JsonValue[]; object: Record<string, JsonValue> }>(
  (tie) => ({
    list: fc.array(tie('value'), { maxLength: 3 }),
    object: fc.dictionary(fc.constantFrom('a', 'b', 'toString', '__proto__'), tie('value'), { maxKeys: 3 }),
    value: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom<JsonValue>(null, true, false, 0, 1, 2n ** 63n, '', 'a'),
      fc.constantFrom('1.0', '1e300').map((text) => parseJson(text)),
      tie('list'),
      tie('object'),
    ),
  }),
);

/** What is left of a value where members of objects and ends of lists are taken away, as the choices say. */
function partOf(value: JsonValue, choose: () => number): JsonValue {
  if (isJsonArray(value)) return value.slice(0, choose() % (value.length + 1)).map((item) => partOf(item, choose));
  if (!isJsonObject(value)) return value;
  const kept = Object.entries(value).filter(() => choose() % 2 === 0);
  return Object.fromEntries(kept.map(([name, member]) => [name, partOf(member!, choose)]));
}

const part = fc.tuple(jsonValue, fc.infiniteStream(fc.nat())).map(([whole, choices]): [JsonValue, JsonValue] => {
  return [whole, partOf(whole, () => choices.next().value as number)];
});

describe('a value', () => {
  it('contains itself, read again', () => {
    fc.assert(fc.property(jsonValue, (value) => containsJson(value, parseJson(stringifyJson(value)))));
  });

  it('contains each of its parts', () => {
    fc.assert(fc.property(part, ([whole, piece]) => containsJson(whole, piece)));
  });

  it('and another that contains it are the same', () => {
    const pair = fc.oneof(part, fc.tuple(jsonValue, jsonValue));
    fc.assert(
      fc.property(pair, ([a, b]) => {
        const isBoth = containsJson(a, b) && containsJson(b, a);
        expect(isBoth).toBe(stringifyJson(a) === stringifyJson(b));
      }),
    );
  });

  it('contains what a part of it contains', () => {
    fc.assert(
      fc.property(part, fc.infiniteStream(fc.nat()), ([whole, piece], choices) =>
        containsJson(
          whole,
          partOf(piece, () => choices.next().value as number),
        ),
      ),
    );
  });
});

it.each<[value: string, pattern: string, expected: boolean]>([
  ['[1,2]', '[]', true],
  ['[1,2]', '[1]', true],
  ['[1,2]', '[2]', false],
  ['[1]', '[1,2]', false],
  ['[1]', '[1,null]', false],
  ['{"a":1,"b":2}', '{}', true],
  ['{"a":1,"b":2}', '{"b":2}', true],
  ['{"a":1}', '{"b":null}', false],
  ['{"a":{"b":[1,2]}}', '{"a":{"b":[1]}}', true],
  ['{}', '{"toString":null}', false],
  ['{}', '[]', false],
  ['[]', '{}', false],
  ['null', '{}', false],
  ['1', '1.0', false],
  ['1.0', '1', false],
  ['1.5', '1.5', true],
  ['"1"', '1', false],
  ['18446744073709551615', '18446744073709551615', true],
  ['18446744073709551614', '18446744073709551615', false],
])('whether %s contains %s is %s', (value, pattern, expected) => {
  expect(containsJson(parseJson(value), parseJson(pattern))).toBe(expected);
});

it.each(['null', '[]', '{}', '0'])('nothing does not contain %s', (pattern) => {
  expect(containsJson(undefined, parseJson(pattern))).toBe(false);
});
