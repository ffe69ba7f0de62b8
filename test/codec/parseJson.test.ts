import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { JsonFloat, type JsonValue, stringifyJson } from '../../src/codec/jsonText.ts';
import { JsonSyntaxError, parseJson, type RepeatedKeys } from '../../src/codec/parseJson.ts';

/** The value as JSON.parse would give it. */
function rounded(value: JsonValue): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (value instanceof JsonFloat) return value.value;
  if (Array.isArray(value)) return value.map(rounded);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, rounded(member)]));
}

/** What JSON.parse gives; undefined where it throws, and where the reference node is stricter. */
function expected(text: string): { value: unknown } | undefined {
  let isStrict = true;
  try {
    const value: unknown = JSON.parse(text, (key, member: unknown) => {
      if (!key.isWellFormed() || (typeof member === 'string' && !member.isWellFormed())) isStrict = false;
      if (typeof member === 'number' && !Number.isFinite(member)) isStrict = false;
      return member;
    });
    return isStrict ? { value } : undefined;
  } catch {
    return undefined;
  }
}

function failure(text: string): JsonSyntaxError {
  try {
    parseJson(text);
  } catch (error) {
    if (error instanceof JsonSyntaxError) return error;
    throw error;
  }
  throw new Error(`accepted: ${text}`);
}

describe('numbers', () => {
  test.each<[string, JsonValue]>([
    ['0', 0],
    ['-1', -1],
    ['999999999999999', 999999999999999],
    ['9007199254740991', 9007199254740991],
    ['9007199254740992', 9007199254740992n],
    ['9007199254740993', 9007199254740993n],
    ['-9007199254740991', -9007199254740991],
    ['-9007199254740992', -9007199254740992n],
    ['18446744073709551615', 18446744073709551615n],
    ['-9223372036854775808', -9223372036854775808n],
  ])('an integer of u64 or i64 is exact: %s', (text, value) => {
    expect(parseJson(text)).toBe(value);
    expect(parseJson(`[${text} ]`)).toEqual([value]);
    expect(parseJson(`{"a":${text}}`)).toEqual({ a: value });
  });

  test.each([
    '18446744073709551616',
    '-9223372036854775809',
    '-18446744073709551615',
    '99999999999999999999',
    '100000000000000000000',
    '-100000000000000000000',
    '-0',
    '-0.0',
    '1.0',
    '0.1',
    '-2.5',
    '1e2',
    '1E+2',
    '1e-2',
    '18446744073709551615.0',
    '1.7976931348623157e308',
    '5e-324',
    '1e-400',
    '0e99999999999',
    '1e-99999999999',
    `1${'0'.repeat(308)}`,
  ])('anything else is a float: %s', (text) => {
    expect(parseJson(text)).toStrictEqual(new JsonFloat(Number(text)));
  });

  test.each(['1e309', '-1e309', '1.8e308', '1e99999999999', `1${'0'.repeat(309)}`, `-${'9'.repeat(400)}.5`])(
    'beyond the range of a double: %s',
    (text) => {
      expect(failure(`[${text}]`)).toMatchObject({ message: 'a number beyond the range of a double', offset: 1 });
    },
  );

  test.each([
    '01',
    '-01',
    '00',
    '+1',
    '-',
    '.5',
    '1.',
    '1.e5',
    '1e',
    '1e+',
    '-a',
    '0x10',
    '1_000',
    'NaN',
    'Infinity',
    '-Infinity',
  ])('no number: %s', (text) => {
    expect(() => parseJson(text)).toThrow(JsonSyntaxError);
    expect(() => parseJson(`[${text}]`)).toThrow(JsonSyntaxError);
  });
});

test.each([
  ['1.50', '1.50'],
  ['0.1234567890123456789', '0.1234567890123456789'],
  ['1e3', '1e3'],
  ['-0', '-0'],
  ['0.5', '0.5'],
])('the number %s keeps its digits', (text, literal) => {
  const value = parseJson(text);
  expect(value instanceof JsonFloat && value.literal).toBe(literal);
});

describe('strings', () => {
  test.each<[string, string]>([
    ['""', ''],
    ['"plain"', 'plain'],
    ['"\\"\\\\\\/\\b\\f\\n\\r\\t"', '"\\/\b\f\n\r\t'],
    ['"\\u00e9\\u00E9\\u0000"', 'éé\0'],
    ['"\\ud83e\\udd96"', '🦖'],
    ['"🦖\u007f\u2028"', '🦖\u007f\u2028'],
    ['"\\\\"', '\\'],
    ['"\\\\\\""', '\\"'],
    ['"a\\\\" ', 'a\\'],
  ])('%s', (text, value) => {
    expect(parseJson(text)).toBe(value);
  });

  test.each([
    ['\\ud800', 'a leading half alone'],
    ['\\udc00', 'a trailing half alone'],
    ['\\udd96\\ud83e', 'the halves the wrong way round'],
    ['\\ud83e\\ud83e\\udd96', 'a leading half before a pair'],
    ['\\ud83e ', 'a leading half before a space'],
    ['\\ud83e\\n', 'a leading half before an escape'],
  ])('half a surrogate pair is refused: %s, %s', (content) => {
    for (const text of [`"${content}"`, `{"${content}":1}`])
      expect(failure(text).message).toBe('a string with half a surrogate pair');
  });

  test.each([
    '"\n"',
    '"\t"',
    '"\u0000"',
    '"\u001f"',
    '"\\x41"',
    '"\\u12"',
    '"\\u12g4"',
    '"\\u{41}"',
    '"\\U0041"',
    '"\\\'"',
  ])('a bad escape or a raw control character: %j', (text) => {
    expect(failure(text)).toMatchObject({
      message: 'a string with a bad escape or a raw control character',
      offset: 0,
    });
  });

  test.each(['"', '"a', '"\\"', '"\\\\\\"', '{"a', '["a]'])('a string that does not end: %s', (text) => {
    expect(failure(text).message).toBe('a string that does not end');
  });

  test('single quotes are none', () => {
    expect(failure("'a'").message).toBe('expected a value');
  });
});

describe('structure', () => {
  test.each<[string, JsonValue]>([
    [' \t\r\n1\n', 1],
    ['[ ]', []],
    ['{ }', {}],
    ['[null,true,false]', [null, true, false]],
    ['{"b":1 , "a" :[ 2 ]}', { b: 1, a: [2] }],
  ])('%j', (text, value) => {
    expect(parseJson(text)).toStrictEqual(value);
  });

  test.each<[string, string, number]>([
    ['', 'the text ends before its value', 0],
    ['  ', 'the text ends before its value', 2],
    ['[', 'the text ends before its value', 1],
    ['[1', 'expected "," or "]"', 2],
    ['[1,]', 'expected a value', 3],
    ['[,1]', 'expected a value', 1],
    ['[1 2]', 'expected "," or "]"', 3],
    ['[1}', 'expected "," or "]"', 2],
    ['{', 'expected a key in double quotes', 1],
    ['{a:1}', 'expected a key in double quotes', 1],
    ['{1:1}', 'expected a key in double quotes', 1],
    ['{"a"}', 'expected ":"', 4],
    ['{"a":}', 'expected a value', 5],
    ['{"a":1,}', 'expected a key in double quotes', 7],
    ['{"a":1 "b":2}', 'expected "," or "}"', 7],
    ['nul', 'expected a value', 0],
    ['True', 'expected a value', 0],
    ['undefined', 'expected a value', 0],
    ['1 2', 'unexpected text after the value', 2],
    ['{} ,', 'unexpected text after the value', 3],
    ['nulll', 'unexpected text after the value', 4],
    ['/**/1', 'expected a value', 0],
    ['\ufeff1', 'expected a value', 0],
    ['\u00a01', 'expected a value', 0],
    ['\v1', 'expected a value', 0],
  ])('%j is refused: %s at %i', (text, message, offset) => {
    expect(failure(text)).toMatchObject({ name: 'JsonSyntaxError', message, offset });
  });

  test.each<[string, string, string]>([
    ['arrays', '[', ']'],
    ['objects', '{"a":', '}'],
  ])('%s nest 127 levels deep and no deeper', (_, open, close) => {
    const nested = (levels: number) => `${open.repeat(levels - 1)}[]${close.repeat(levels - 1)}`;
    expect(stringifyJson(parseJson(nested(127)))).toBe(nested(127));
    expect(failure(nested(128)).message).toBe('nested deeper than 127 levels');
    expect(failure(open.repeat(100_000)).message).toBe('nested deeper than 127 levels');
  });

  test('the depth counts what is open, not what was', () => {
    const text = `[${Array.from({ length: 300 }, () => '[{}]').join(',')}]`;
    expect(stringifyJson(parseJson(text))).toBe(text);
  });
});

describe('keys', () => {
  test('of a repeated key the last value counts, and the repetition is reported', () => {
    const repeated: RepeatedKeys = new Map();
    const value = parseJson('{"a":1,"b":{"c":1,"c":2,"c":3},"a":2,"d":[{"d":1}]}', { repeated }) as { b: JsonValue };
    expect(value).toStrictEqual({ a: 2, b: { c: 3 }, d: [{ d: 1 }] });
    expect(repeated).toStrictEqual(
      new Map([
        [value, new Set(['a'])],
        [value.b, new Set(['c'])],
      ]),
    );
  });

  test('keys that escapes make equal are repeated', () => {
    const repeated: RepeatedKeys = new Map();
    const value = parseJson('{"a":1,"\\u0061":2}', { repeated });
    expect(value).toStrictEqual({ a: 2 });
    expect([...repeated.values()]).toStrictEqual([new Set(['a'])]);
  });

  test('nothing is reported where no key is repeated, inherited names included', () => {
    const repeated: RepeatedKeys = new Map();
    parseJson('[{"a":1},{"a":1,"toString":1,"__proto__":1,"constructor":1}]', { repeated });
    expect(repeated.size).toBe(0);
  });

  test('__proto__ is a member like any other', () => {
    const repeated: RepeatedKeys = new Map();
    const value = parseJson('{"__proto__":{"admin":true},"__proto__":{"admin":1}}', { repeated }) as object;
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(Object.entries(value)).toStrictEqual([['__proto__', { admin: 1 }]]);
    expect('admin' in value).toBe(false);
    expect(repeated.get(value as never)).toStrictEqual(new Set(['__proto__']));
  });
});

describe('any JSON', () => {
  const beyondSafe = fc.oneof(
    fc.bigInt({ min: 9007199254740992n, max: 18446744073709551615n }),
    fc.bigInt({ min: -9223372036854775808n, max: -9007199254740992n }),
  );
  const float = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => new JsonFloat(value));
  const text = fc.string({ unit: 'binary', maxLength: 8 });
  const { tree } = fc.letrec<{ tree: JsonValue }>((tie) => ({
    tree: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constant(null),
      fc.boolean(),
      text,
      fc.maxSafeInteger(),
      beyondSafe,
      float,
      fc.array(tie('tree'), { maxLength: 4 }),
      fc.dictionary(fc.oneof(text, fc.constant('__proto__')), tie('tree'), { maxKeys: 4, noNullPrototype: true }),
    ),
  }));

  test('what was written reads back equal, and is written the same again', () => {
    fc.assert(
      fc.property(tree, (value) => {
        const written = stringifyJson(value);
        expect(parseJson(written)).toStrictEqual(value);
        expect(stringifyJson(parseJson(written))).toBe(written);
      }),
      { numRuns: 1000 },
    );
  });

  test('the value that JSON.parse gives, but for rounding', () => {
    fc.assert(
      fc.property(fc.json({ stringUnit: 'binary' }), fc.nat(3), (json, indent) => {
        const spaced = JSON.stringify(JSON.parse(json), null, indent);
        expect(rounded(parseJson(json))).toStrictEqual(JSON.parse(json));
        expect(rounded(parseJson(spaced))).toStrictEqual(JSON.parse(spaced));
      }),
      { numRuns: 1000 },
    );
  });

  test('a text with one character changed is accepted exactly where JSON.parse accepts it', () => {
    const characters = fc.constantFrom(...'{}[]",:\\0123-+.eEtnu/ \n\u0000');
    fc.assert(
      fc.property(fc.json({ maxDepth: 3 }), fc.nat(), fc.nat(1), characters, (json, place, cut, character) => {
        const at = place % (json.length + 1);
        const changed = json.slice(0, at) + character + json.slice(at + cut);
        const wanted = expected(changed);
        if (wanted === undefined) expect(() => parseJson(changed)).toThrow(JsonSyntaxError);
        else expect(rounded(parseJson(changed))).toStrictEqual(wanted.value);
      }),
      { numRuns: 5000 },
    );
  });
});
