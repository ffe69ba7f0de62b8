import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type JsonText, stringifyJson } from '../../src/codec/jsonText.ts';
import { compactJson, indentJson, type JsonTree, readJsonTree } from '../../src/codec/jsonTree.ts';
import { parseJson } from '../../src/codec/parseJson.ts';

/** Any JSON text, compact or with white space between its values. */
const texts = fc
  .tuple(fc.json(), fc.constantFrom('', ' ', ' \t'))
  .map(([json, indent]) => JSON.stringify(JSON.parse(json), undefined, indent));

it('values have the text that they were written with, and their position', () => {
  const text = ' {"a": [1.50, "x\\"]"], "b\\\\": {}, "a": null} ';
  const [first, second, third] = readJsonTree(text).members ?? [];
  expect([first, second, third].map((member) => [member?.[0], member?.[1].text])).toEqual([
    ['a', '[1.50, "x\\"]"]'],
    ['b\\\\', '{}'],
    ['a', 'null'],
  ]);
  expect(first?.[1].items?.map(({ end, start }) => text.slice(start, end))).toEqual(['1.50', '"x\\"]"']);
  expect([second?.[1].members, second?.[1].items, third?.[1].members]).toEqual([[], undefined, undefined]);
});

it('a tree has the same values as the parser', () => {
  const rebuilt = ({ items, members, text }: JsonTree): JsonText => {
    if (items !== undefined) return `[${items.map(rebuilt).join()}]`;
    return members === undefined ? text : `{${members.map(([name, value]) => `"${name}":${rebuilt(value)}`).join()}}`;
  };
  fc.assert(
    fc.property(texts, (text) => {
      expect(parseJson(rebuilt(readJsonTree(text)))).toEqual(parseJson(text));
    }),
  );
});

it('any JSON is the same value when it is indented, and indenting it twice changes nothing', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const indented = indentJson(text);
      expect(stringifyJson(parseJson(indented))).toBe(stringifyJson(parseJson(text)));
      expect(indentJson(indented)).toBe(indented);
      expect(compactJson(indented)).toBe(JSON.stringify(JSON.parse(text)));
    }),
  );
});
