import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import {
  isJsonArray,
  isJsonObject,
  JsonFloat,
  JsonFragment,
  type JsonValue,
  stringifyJson,
} from '../../src/codec/jsonText.ts';
import { parseJson } from '../../src/codec/parseJson.ts';
import { YAML_NOTATION } from '../../src/files/yaml.ts';
import { type YamlOptions, yamlLines } from '../../src/files/yamlText.ts';

function lines(value: JsonValue, options: Partial<YamlOptions> = {}): string[] {
  return yamlLines(value, { commentOn: () => undefined, limits: undefined, isColored: false, ...options });
}

/** The JSON text of what this package reads in YAML. */
function readHere(yaml: string): string {
  const parsed = YAML_NOTATION.parse(yaml, new Map());
  return stringifyJson('value' in parsed ? parsed.value : `mistakes: ${JSON.stringify(parsed.mistakes)}`);
}

/** What the package `yaml` reads. */
function readElsewhere(yaml: string, version: '1.1' | '1.2'): unknown {
  const document = parseDocument(yaml, { version, intAsBigInt: true });
  expect(document.errors).toEqual([]);
  return document.toJS();
}

/** The value without members that are null or empty, but for objects that have only such ones. */
function withoutEmptyMembers(value: JsonValue): JsonValue {
  if (isJsonArray(value)) return value.map(withoutEmptyMembers);
  if (!isJsonObject(value)) return value;
  const all = Object.entries(value);
  const filled = all.filter(([, member]) => !['null', '[]', '{}'].includes(stringifyJson(member!)));
  return Object.fromEntries(
    (filled.length > 0 ? filled : all).map(([name, member]) => [name, withoutEmptyMembers(member!)]),
  );
}

const LIMITS = { items: 2, members: 2, characters: 5, hint: '--all shows them' };

describe('the form', () => {
  it('keys are sorted, a list or an object that is short is on one line, others are in block style', () => {
    const value: JsonValue = {
      owner: 'alice',
      list: [1, [2n ** 64n, 'x'], { a: null, b: [true] }, []],
      long: [{ a: 'x'.repeat(60), b: 'y'.repeat(60) }, ['z'.repeat(100)]],
      empty: {},
      ratio: new JsonFloat(1),
      gone: undefined,
      fragment: new JsonFragment('{"b":1}'),
    };
    expect(lines(value)).toEqual([
      'empty: {}',
      'fragment: {b: 1}',
      'list: [1, [18446744073709551616, x], {a: null, b: [true]}, []]',
      'long:',
      `  - a: ${'x'.repeat(60)}`,
      `    b: ${'y'.repeat(60)}`,
      `  - - ${'z'.repeat(100)}`,
      'owner: alice',
      'ratio: 1.0',
    ]);
  });

  it.each([
    [[], '[]'],
    [{}, '{}'],
    [null, 'null'],
    ['a', 'a'],
  ])('the whole value is %j', (value, line) => {
    expect(lines(value)).toEqual([line]);
  });

  it.each([
    ['', '""'],
    ['1', '"1"'],
    ['11111111111111111111111111111111', '"11111111111111111111111111111111"'],
    ['1e5', '"1e5"'],
    ['e0', '"e0"'],
    ['E+12', '"E+12"'],
    ['0x1F', '"0x1F"'],
    ['2025-10-09', '"2025-10-09"'],
    ['12:30:45', '"12:30:45"'],
    ['4.3.0', '"4.3.0"'],
    ['true', '"true"'],
    ['No', '"No"'],
    ['y', '"y"'],
    ['~', '"~"'],
    ['a: b', '"a: b"'],
    ['a #b', '"a #b"'],
    ['- a', '"- a"'],
    [' a', '" a"'],
    ['a ', '"a "'],
    ['<<', '"<<"'],
    ['c\nd\x1b[2J\u0085', '"c\\nd\\u001b[2J\\u0085"'],
    ['$ata(alice,usdc)', '$ata(alice,usdc)'],
    ['Program 11111111111111111111111111111111 invoke [1]', 'Program 11111111111111111111111111111111 invoke [1]'],
  ])('the text %j is %s', (text, yaml) => {
    expect(lines({ a: text })).toEqual([`a: ${yaml}`]);
    expect(readElsewhere(`a: ${yaml}`, '1.1')).toEqual({ a: text });
  });

  it('a key that is too long for one line is a key all the same', () => {
    const value = { a: { ['k'.repeat(2000)]: ['x'.repeat(200)], ['l'.repeat(2000)]: 1 } };
    const yaml = lines(value).join('\n');
    expect(readHere(yaml)).toBe(stringifyJson(value));
    expect(readElsewhere(yaml, '1.2')).toEqual({ a: { ...value.a, ['l'.repeat(2000)]: 1n } });
  });
});

describe('comments', () => {
  it('are behind values, on one line, and keep a list from being on one line', () => {
    const commentOn: YamlOptions['commentOn'] = ({ key, value }) => (value === 1 ? `one\nat ${key}` : undefined);
    expect(lines({ a: 1, b: [1, 2], c: [2, 3] }, { commentOn })).toEqual([
      'a: 1  # one\\nat a',
      'b:',
      '  - 1  # one\\nat 0',
      '  - 2',
      'c: [2, 3]',
    ]);
  });
});

describe('limits', () => {
  it('lists, objects and texts end, and say what is left out', () => {
    const value = { a: [1, 2, 3, 4], b: { c: 'short', d: 'too long' } };
    expect(lines(value, { limits: LIMITS })).toEqual([
      'a:',
      '  - 1',
      '  - 2',
      '  # 2 more: --all shows them',
      'b:',
      '  c: short',
      '  d: "too l…"  # 8 characters: --all shows them',
    ]);
    expect(lines([0, 1, ...Array.from({ length: 1234 }, () => 2)], { limits: LIMITS }).at(-1)).toBe(
      '# 1,234 more: --all shows them',
    );
  });

  it.each<[what: string, value: JsonValue, lines: readonly string[]]>([
    ['members that are null or empty', { a: null, b: [], c: {}, d: 0, e: '' }, ['d: 0', 'e: ""']],
    ['them inside of lists and objects', { a: [{ b: null, c: 1 }], d: { e: [], f: 2 } }, ['a: [{c: 1}]', 'd: {f: 2}']],
    [
      'no items, whose place counts',
      { a: [null, [], {}, 1] },
      ['a:', '  - null', '  - []', '  # 2 more: --all shows them'],
    ],
    [
      'none of an object that has only such ones',
      { a: { Ok: null }, b: [{ Buy: {} }] },
      ['a: {Ok: null}', 'b: [{Buy: {}}]'],
    ],
    ['none of a whole value that has only such ones', { a: null }, ['a: null']],
  ])('leave out %s', (_what, value, expected) => {
    expect(lines(value, { limits: LIMITS })).toEqual(expected);
  });

  it('count only members that are there', () => {
    expect(lines({ a: null, b: 1, c: 2, d: 3 }, { limits: LIMITS })).toEqual([
      'b: 1',
      'c: 2',
      '# 1 more: --all shows them',
    ]);
  });

  it('no text ends inside of a character', () => {
    const yaml = lines({ a: '1234😀56' }, { limits: LIMITS }).join('\n');
    expect(readHere(yaml)).toBe('{"a":"1234\ufffd…"}');
  });
});

it('colors are for keys and comments', () => {
  expect(lines({ a: 1, b: [[{ c: 2 }]] }, { isColored: true, commentOn: () => 'x' })).toEqual([
    '\x1b[36ma\x1b[39m: 1  \x1b[90m# x\x1b[39m',
    '\x1b[36mb\x1b[39m:',
    '  - - \x1b[36mc\x1b[39m: 2  \x1b[90m# x\x1b[39m',
  ]);
});

describe('any value', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string(),
    fc.stringMatching(/^[-+.:\d_exo ]{1,12}$/),
    fc.constantFrom(
      'null',
      'YES',
      'off',
      'n',
      '=',
      '<<',
      '---',
      '...',
      '.inf',
      'a:',
      '# a',
      'a\tb',
      '12_3',
      '__proto__',
    ),
  );
  const { value: anyValue } = fc.letrec<{ value: JsonValue }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      text,
      fc.integer(),
      fc.bigInt(-(2n ** 63n), 2n ** 64n - 1n),
      fc.constantFrom(null, true, false),
      fc.array(tie('value')),
      fc.array(fc.tuple(text, tie('value'))).map((members) => Object.fromEntries(members)),
    ),
  }));

  it('is read back, with comments or without, by every version of YAML', () => {
    fc.assert(
      fc.property(anyValue, fc.boolean(), (value, hasComments) => {
        const yaml = lines(value, { commentOn: () => (hasComments ? 'a\nb' : undefined) }).join('\n');
        expect(readHere(yaml)).toBe(stringifyJson(value));
        const plain = stringifyJson(value);
        for (const version of ['1.1', '1.2'] as const)
          expect(stringifyJson(readElsewhere(yaml, version) as JsonValue)).toBe(plain);
      }),
    );
  });

  it('is read back without what is null or empty, where it is short', () => {
    const limits = { ...LIMITS, items: 1000, members: 1000, characters: 10_000 };
    fc.assert(
      fc.property(anyValue, (value) => {
        expect(readHere(lines(value, { limits }).join('\n'))).toBe(stringifyJson(withoutEmptyMembers(value)));
      }),
    );
  });

  it('has no line break in a line, and does not move the cursor', () => {
    fc.assert(
      fc.property(anyValue, (value) => {
        for (const line of lines(value, { limits: LIMITS })) expect(line).not.toMatch(/\p{Cc}/u);
      }),
    );
  });

  it('is read back where it is a float', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const yaml = lines({ value: new JsonFloat(value) }).join('\n');
        expect(readHere(yaml)).toBe(stringifyJson({ value: new JsonFloat(value) }));
        expect(readElsewhere(yaml, '1.2')).toEqual({ value });
      }),
    );
  });

  it('of a JSON text with numbers of all forms', () => {
    const json = '{"a":[0.1,1e-7,1e300,-0.0,5,18446744073709551615]}';
    expect(readHere(lines(parseJson(json)).join('\n'))).toBe(stringifyJson(parseJson(json)));
  });
});
