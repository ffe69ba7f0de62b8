import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import { JsonFloat, JsonFragment, type JsonValue, stringifyJson } from '../../src/codec/jsonText.ts';
import { parseJson } from '../../src/codec/parseJson.ts';
import { YAML_NOTATION } from '../../src/files/yaml.ts';
import { yamlText } from '../../src/files/yamlText.ts';

/** The lines, of which each one ends with a line break. */
function lines(value: JsonValue, firstMember?: string): string[] {
  const text = yamlText(value, firstMember);
  expect(text.endsWith('\n')).toBe(true);
  return text.slice(0, -1).split('\n');
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

describe('the form', () => {
  it('keys are sorted, lists and objects are in block style', () => {
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
      'fragment:',
      '  b: 1',
      'list:',
      '  - 1',
      '  - - 18446744073709551616',
      '    - x',
      '  - a: null',
      '    b:',
      '      - true',
      '  - []',
      'long:',
      `  - a: ${'x'.repeat(60)}`,
      `    b: ${'y'.repeat(60)}`,
      `  - - ${'z'.repeat(100)}`,
      'owner: alice',
      'ratio: 1.0',
    ]);
  });

  it('one member comes first, of the outermost object only', () => {
    expect(lines({ a: { a: 1, z: 2 }, z: 3 }, 'z')).toEqual(['z: 3', 'a:', '  a: 1', '  z: 2']);
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
    ['c\nd\x1b[2J\u0085', '"c\\nd\\e[2J\\u0085"'],
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

  it('is read back by every version of YAML', () => {
    fc.assert(
      fc.property(anyValue, (value) => {
        const yaml = lines(value).join('\n');
        expect(readHere(yaml)).toBe(stringifyJson(value));
        const plain = stringifyJson(value);
        for (const version of ['1.1', '1.2'] as const)
          expect(stringifyJson(readElsewhere(yaml, version) as JsonValue)).toBe(plain);
      }),
    );
  });

  it('has no line break in a line, and does not move the cursor', () => {
    fc.assert(
      fc.property(anyValue, (value) => {
        for (const line of lines(value)) expect(line).not.toMatch(/\p{Cc}/u);
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
