import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringifyJson } from '../../../src/codec/jsonText.ts';
import type { Answer } from '../../../src/tools/diff/ask.ts';
import { differencesOf, differencesOfTexts } from '../../../src/tools/diff/differences.ts';

function found(ledger: string, node: string): readonly (readonly string[])[] {
  return [...differencesOfTexts(ledger, node)].map((difference) => [
    difference.path,
    difference.kind,
    difference.ledger,
    difference.node,
  ]);
}

describe('differences of two texts', () => {
  it.each<[what: string, ledger: string, node: string, differences: string[][]]>([
    ['equal texts', '{"a":[1,{"b":"x"}]}', '{"a":[1,{"b":"x"}]}', []],
    ['a value', '{"a":[1,{"b":"x"}]}', '{"a":[1,{"b":"y"}]}', [['.a[1].b', 'changed', '"x"', '"y"']]],
    ['1 is not 1.0', '{"a":1}', '{"a":1.0}', [['.a', 'changed', '1', '1.0']]],
    ['1.0 is not 1.00', '[1.0]', '[1.00]', [['[0]', 'changed', '1.0', '1.00']]],
    [
      'digits beyond a double',
      '18446744073709551615',
      '18446744073709551614',
      [['', 'changed', '18446744073709551615', '18446744073709551614']],
    ],
    ['an escape', '["é"]', '["\\u00e9"]', [['[0]', 'changed', '"é"', '"\\u00e9"']]],
    ['quotes and backslashes in texts', '["a\\"]\\\\",1]', '["a\\"]\\\\",2]', [['[1]', 'changed', '1', '2']]],
    ['null and nothing', '{"a":null}', '{}', [['.a', 'onlyLedger', 'null', '']]],
    ['a member more', '{}', '{"a":{"b":[]}}', [['.a', 'onlyNode', '', '{"b":[]}']]],
    ['an item less', '[1,2]', '[1]', [['[1]', 'onlyLedger', '2', '']]],
    ['another type', '{"a":[1]}', '{"a":{"0":1}}', [['.a', 'changed', '[1]', '{"0":1}']]],
    ['the order of members', '{"a":1,"b":2}', '{"b":2,"a":1}', [['', 'order', 'a, b', 'b, a']]],
    [
      'members that one has do not count in the order',
      '{"a":1,"c":0,"b":2}',
      '{"a":1,"b":2,"d":0}',
      [
        ['.c', 'onlyLedger', '0', ''],
        ['.d', 'onlyNode', '', '0'],
      ],
    ],
    ['names that JavaScript sorts', '{"10":1,"9":2}', '{"9":2,"10":1}', [['', 'order', '10, 9', '9, 10']]],
    ['a member twice', '{"a":1}', '{"a":0,"a":1}', [['', 'order', 'a', 'a, a']]],
    ['names that are no words', '{"a-b":1}', '{"a-b":2}', [['["a-b"]', 'changed', '1', '2']]],
    ['white space', '{"a":[1]}', '{"a": [1]}', [['', 'spacing', 'none between values', 'white space between values']]],
    [
      'white space and a value',
      '{"a":1}',
      '{ "a":2 }',
      [
        ['.a', 'changed', '1', '2'],
        ['', 'spacing', 'none between values', 'white space between values'],
      ],
    ],
  ])('%s', (_what, ledger, node, differences) => {
    expect(found(ledger, node)).toEqual(differences);
  });

  it('are none where and only where the texts are equal', () => {
    const texts = fc
      .tuple(fc.jsonValue(), fc.constantFrom(0, 1))
      .map(([value, indent]) => JSON.stringify(value, null, indent));
    fc.assert(
      fc.property(fc.jsonValue(), texts, (value, node) => {
        const ledger = JSON.stringify(value);
        expect(found(ledger, ledger)).toEqual([]);
        expect(found(ledger, node).length > 0).toBe(ledger !== node);
      }),
    );
  });

  it('a leaf that is changed anywhere is the only difference, and its path leads to it', () => {
    const steps = fc.array(fc.oneof(fc.nat(3), fc.constantFrom('a', 'value')), { maxLength: 6 });
    fc.assert(
      fc.property(steps, fc.jsonValue(), (path, sibling) => {
        const nested = (leaf: string): string =>
          path.reduceRight<string>((text, step) => {
            const other = JSON.stringify(sibling);
            return typeof step === 'number'
              ? `[${`${other},`.repeat(step)}${text}]`
              : `{"${step}":${text},"z":${other}}`;
          }, leaf);
        const text = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('');
        expect(found(nested('5000'), nested('5001'))).toEqual([[text, 'changed', '5000', '5001']]);
      }),
    );
  });

  it('a text of many megabytes is read', () => {
    const data = 'A'.repeat(14 * 2 ** 20);
    expect(found(`["${data}",1]`, `["${data}",2]`)).toEqual([['[1]', 'changed', '1', '2']]);
  });
});

describe('differences of two answers', () => {
  const error = (value: object): Answer => ({ kind: 'error', text: stringifyJson({ ...value }) });

  it('of errors begin with their name', () => {
    const ledger = error({ code: -32007, message: 'Slot 5 was skipped' });
    const node = error({ code: -32009, data: null, message: 'Slot 5 was skipped' });
    expect([...differencesOf(ledger, node)]).toEqual([
      { path: 'error.code', kind: 'changed', ledger: '-32007', node: '-32009' },
      { path: 'error.data', kind: 'onlyNode', ledger: '', node: 'null' },
    ]);
  });

  it('a result and an error differ as a whole', () => {
    const ledger: Answer = { kind: 'result', text: '{"a":1}' };
    expect([...differencesOf(ledger, error({ code: 1 }))]).toEqual([
      { path: '', kind: 'outcome', ledger: 'result {"a":1}', node: 'error {"code":1}' },
    ]);
  });
});
