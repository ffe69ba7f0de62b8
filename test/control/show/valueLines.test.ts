import fc from 'fast-check';
import { expect, it } from 'vitest';
import { JsonFloat, type JsonValue } from '../../../src/codec/jsonText.ts';
import { type Style, tableLines } from '../../../src/control/show/tableLines.ts';
import { valueLines } from '../../../src/control/show/valueLines.ts';

const ALICE = '2zn4Jc4bUT9ibtjRMfKTdm4vm7umY6p8eYDujU2VKARt';
const STYLE: Style = {
  isWide: true,
  showsAll: false,
  nameOf: (address) => (address === ALICE ? '$alice' : null),
};

it('members and items are on lines of their own', () => {
  const value: JsonValue = {
    owner: ALICE,
    list: [1, [2n ** 64n, 'x'], { a: null, b: [true] }, []],
    empty: {},
    data: ['AQID', 'base64'],
    ratio: new JsonFloat(1),
    gone: undefined,
    'a\nb': 'c\nd\x1b[2J',
  };
  expect(valueLines(value, STYLE)).toEqual([
    `owner: ${ALICE} ($alice)`,
    'list:',
    '  - 1',
    '  - - 18446744073709551616',
    '    - x',
    '  - a: null',
    '    b:',
    '      - true',
    '  - []',
    'empty: {}',
    'data: AQID (base64)',
    'ratio: 1.0',
    'a\\nb: c\\nd\\u001b[2J',
  ]);
});

it('no value makes a line break or moves the cursor', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const plain = JSON.parse(
        JSON.stringify(value, (_key, inner) => (typeof inner === 'number' ? 1 : inner)),
      ) as JsonValue;
      for (const line of valueLines(plain, STYLE)) expect(line).not.toMatch(/\p{Cc}/u);
    }),
  );
});

it('a table: columns as wide as they must be, numbers to the right, without those in which nothing is', () => {
  const rows = [
    ['a', '', '1'],
    ['bcd', '', '100'],
  ];
  expect(tableLines(['name', 'empty', 'n'], rows, ['n'])).toEqual(['  name    n', '  a       1', '  bcd   100']);
});
