import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonFloat, type JsonValue, stringifyJson } from '../../src/codec/json.ts';
import { YAML_NOTATION } from '../../src/document/yaml.ts';
import { problemsOfTexts } from '../script/reading/scripts.ts';

function parse(text: string): JsonValue {
  const parsed = YAML_NOTATION.parse(text, new Map());
  if ('faults' in parsed) throw new Error(parsed.faults.map(({ message }) => message).join('\n'));
  return parsed.value;
}

/** `offset: message` of everything that is wrong. */
function faultsOf(text: string): string[] {
  const parsed = YAML_NOTATION.parse(text, new Map());
  return 'faults' in parsed ? parsed.faults.map(({ message, offset }) => `${offset}: ${message}`) : [];
}

describe('values', () => {
  it.each<[string, JsonValue]>([
    ['18446744073709551615', 18446744073709551615n],
    ['-9223372036854775808', -9223372036854775808n],
    ['9007199254740993', 9007199254740993n],
    ['1.0', new JsonFloat(1)],
    ['-0', new JsonFloat(-0)],
    ['1e3', new JsonFloat(1000)],
    ['true', true],
    ['false', false],
    ['null', null],
    ['~', null],
    ['', null],
    ['# nothing', null],
    ['"true"', 'true'],
    ["'12'", '12'],
    ['!!str 12', '12'],
    ['"\\u0041\\n"', 'A\n'],
    ['|\n  two\n  lines\n', 'two\nlines\n'],
    ['[1, [], {}]', [1, [], {}]],
    ['{a: 1, "b": {c: }}', { a: 1, b: { c: null } }],
  ])('%j', (text, value) => {
    expect(stringifyJson(parse(text))).toBe(stringifyJson(value));
  });

  it.each(['0011', '1_000', '0x10', '0o7', '+1', '.5', '.inf', '.nan', '1e999', 'yes', 'True', '2024-01-01', '$alice'])(
    '%s is text',
    (text) => {
      expect(parse(text)).toBe(text);
    },
  );

  it('%YAML 1.1 changes nothing', () => {
    expect(parse('%YAML 1.1\n---\n[yes, 010, 1:30]')).toEqual(['yes', '010', '1:30']);
  });

  it('an alias stands for what its anchor names', () => {
    expect(parse('a: &x {b: [1]}\nc: *x\nd: &x 2\ne: *x')).toEqual({ a: { b: [1] }, c: { b: [1] }, d: 2, e: 2 });
  });

  it('__proto__ is a key as any other', () => {
    expect(Object.keys(parse('__proto__: 1') ?? {})).toEqual(['__proto__']);
  });

  it('JSON is YAML: the same value comes of it', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (json) => {
        const text = JSON.stringify(json);
        fc.pre(text.isWellFormed() && !text.includes('\\ud'));
        const exact = JSON.stringify(json, (_key, value) => (Object.is(value, -0) ? 0 : value));
        expect(JSON.parse(stringifyJson(parse(exact)))).toEqual(JSON.parse(exact));
      }),
    );
  });
});

describe('faults', () => {
  it.each<[string, string, readonly string[]]>([
    ['a tab before a member', 'a:\n\tb: 1', ['3: tabs are not allowed as indentation']],
    [
      'a tab that the rest of the list depends on',
      'a:\n  - b: 1\n\tc: []\n\t- d: x\n',
      ['12: tabs are not allowed as indentation'],
    ],
    ['a tab behind spaces', 'a:\n  - b: 1\n  \tc: []\n', ['14: tabs are not allowed as indentation']],
    ['a tab between { and }', 'a: {b: 1,\n\tc: 2}', ['10: tabs are not allowed as indentation']],
    ['a tab in a text, beside a fault', 'a: |\n  x\n  \ty\nb: !foo 3', ['17: Unresolved tag: !foo']],
    ['a tag', 'a: !foo 3', ['3: Unresolved tag: !foo']],
    ['a tag of YAML that JSON does not have', 'a: !!binary aGk=', ['3: Unresolved tag: tag:yaml.org,2002:binary']],
    ['a tag for what is told by its look', 'a: !!int "3"', ['3: Unresolved tag: tag:yaml.org,2002:int']],
    ['a merge key', '<<: {a: 1}', ['0: merge keys (<<) are not supported']],
    ['a key that is a list', '? [a]\n: 3', ['2: expected text as the key of a member']],
    ['a key that is an alias', '- &a b\n- *a : 3', ['9: expected text as the key of a member']],
    ['an alias without an anchor', 'a: *b', ['3: no anchor &b above']],
    ['an alias within its anchor', 'a: &b [1, *b]', ['10: *b contains itself']],
    ['a second document', 'a: 1\n---\nb: 2', [expect.stringMatching(/^5: .*multiple documents/)]],
    ['a list that does not end', '[1,\n2', ['5: Flow sequence must end with a ]']],
    ['half a surrogate pair', '"\\ud800"', ['0: a string with half a surrogate pair']],
    ['too many levels', `${'['.repeat(129)}${']'.repeat(129)}`, ['128: nested deeper than 127 levels']],
    ['far too many levels', '['.repeat(100_000), [expect.stringMatching(/: nested deeper than 127 levels$/)]],
  ])('%s', (_name, text, faults) => {
    expect(faultsOf(text)).toEqual(faults);
  });

  it('aliases of aliases come to an end', () => {
    const lines = Array.from({ length: 40 }, (_, i) => `- &a${i + 1} [*a${i}, *a${i}]`);
    expect(faultsOf(['- &a0 1', ...lines].join('\n'))[0]).toMatch(
      /^\d+: aliases that expand to more than 1000000 values$/,
    );
  });
});

describe('places', () => {
  const text = 'a:\n  - x: 1\n    "y/~": {z: 2}\n  - &q\n    - 5\nb: *q\na: [3]\n';
  const locate = (...pointers: string[]) =>
    YAML_NOTATION.locate(text, pointers).map((offset) => text.slice(offset, offset + 4));

  it('are found by pointer', () => {
    expect(locate('', '/a', '/b/0')).toEqual(['a:\n ', '[3]\n', '5\nb:']);
  });

  it('of what is not there are those of its nearest ancestor', () => {
    expect(locate('/c', '/a/7', '/a/0/x/y')).toEqual(['a:\n ', '[3]\n', '3]\n']);
  });

  it('are shown as line and column', async () => {
    expect(await problemsOfTexts({ 'a.ledger.yaml': 'slots:\n  - slot: 1\n    parent: -1\nb: [\n' })).toEqual([
      expect.stringMatching(/^a\.ledger\.yaml:5:1: expected YAML: /),
    ]);
    expect(await problemsOfTexts({ 'a.ledger.yml': 'slots:\n  - slot: 1\n    "pa~rent": -1\n' })).toEqual([
      'a.ledger.yml:3:16: /slots/0/pa~0rent: unknown member (did you mean "parent"?)',
    ]);
    expect(await problemsOfTexts({ 'a.ledger.yaml': 'slots: []\naccounts: {}\nslots: []' })).toEqual([
      'a.ledger.yaml:3:8: /slots: duplicate member "slots"',
    ]);
  });
});
