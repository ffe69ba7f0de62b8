import { expect, it } from 'vitest';
import type { JsonValue } from '../../../src/codec/jsonText.ts';
import { JsonFragment } from '../../../src/codec/jsonText.ts';
import { shortForm } from '../../../src/control/show/shortForm.ts';

it.each<[what: string, value: JsonValue, short: JsonValue]>([
  ['members that are null or empty', { a: null, b: [], c: {}, d: 0, e: '' }, { d: 0, e: '' }],
  ['them inside of lists and objects', { a: [{ b: null, c: 1 }], d: { e: [], f: 2 } }, { a: [{ c: 1 }], d: { f: 2 } }],
  ['them inside of a text of JSON', { a: new JsonFragment('{"b":null,"c":1}') }, { a: { c: 1 } }],
  ['no items, whose place counts', { a: [null, [], {}, 1] }, { a: [null, [], {}, 1] }],
  [
    'none of an object that has only such ones',
    { a: { Ok: null }, b: [{ Buy: {} }] },
    { a: { Ok: null }, b: [{ Buy: {} }] },
  ],
  ['none of a whole value that has only such ones', { a: null }, { a: null }],
])('the short form leaves out %s', (_what, value, short) => {
  expect(shortForm(value)).toEqual(short);
});

it('a text of 200 characters is whole, a longer one ends with its length', () => {
  expect(shortForm({ a: 'x'.repeat(200), b: ['y'.repeat(201)] })).toEqual({
    a: 'x'.repeat(200),
    b: [`${'y'.repeat(200)}… (201 characters)`],
  });
});

it('no text ends inside of a character', () => {
  expect(shortForm(`${'x'.repeat(199)}😀`)).toBe(`${'x'.repeat(199)}\ufffd… (201 characters)`);
});
