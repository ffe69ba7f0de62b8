import { getNodeCodec } from '@codama/dynamic-codecs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeBase58 } from '../../src/codec/base58.ts';
import { stringifyJson } from '../../src/codec/jsonText.ts';
import { readFields } from '../../src/solana/idl/readFields.ts';
import {
  account,
  array,
  bytes,
  constant,
  counted,
  encoded,
  field,
  fixed,
  fixedCount,
  hex,
  idlOf,
  link,
  type Node,
  num,
  number,
  prefixed,
  prefixedCount,
  program,
  publicKey,
  read,
  remainder,
  root,
  struct,
  text,
  tuple,
} from '../support/codama.ts';

type Row = readonly [
  name: string,
  type: Node,
  values: fc.Arbitrary<unknown>,
  /** the same value for the codec of Codama; undefined: it does not know the type as it is described */
  forCodama: ((value: never) => unknown) | undefined,
];

const same = (value: unknown) => value;
const integers = (bits: number, isSigned: boolean) => {
  const [min, max] = isSigned
    ? [-(1n << BigInt(bits - 1)), (1n << BigInt(bits - 1)) - 1n]
    : [0n, (1n << BigInt(bits)) - 1n];
  return fc.bigInt({ min, max }).map((value) => (bits > 32 ? `${value}` : Number(value)));
};
const integerRow = (format: string): Row => {
  const bits = Number(format.slice(1));
  return [format, num(format), integers(bits, format[0] === 'i'), bits > 32 ? BigInt : Number];
};
const u64 = integers(64, false);
const u8 = fc.nat(255);
const doubles = fc.double({ noNaN: true, noDefaultInfinity: true }).filter((value) => !Object.is(value, -0));
const floats = fc.float({ noNaN: true, noDefaultInfinity: true }).filter((value) => !Object.is(value, -0));
const base64 = (size: fc.IntArrayConstraints) =>
  fc.uint8Array(size).map((given) => ({ base64: Buffer.from(given).toString('base64') }));
const codamaBytes = ({ base64: given }: { base64: string }) => ['base64', given];
const keys = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((key) => encodeBase58(key));
const otherKeys = keys.filter((key) => key !== '1'.repeat(32));
const words = fc.string({ unit: 'grapheme', maxLength: 20 });
const inBase = (encoding: 'hex' | 'base64', size: object) =>
  fc.uint8Array(size).map((given) => Buffer.from(given).toString(encoding));
const maybe = (values: fc.Arbitrary<unknown>) => fc.option(values, { nil: null });
const wrapped = (kind: string, type: Node, others: object): Node => ({ kind, type, ...others });

const SIDE: Node = {
  kind: 'enumTypeNode',
  variants: [
    { kind: 'enumEmptyVariantTypeNode', name: 'buy' },
    { kind: 'enumStructVariantTypeNode', name: 'limit', struct: struct(field('price', num('u32'))) },
    { kind: 'enumTupleVariantTypeNode', name: 'between', tuple: tuple(num('u8'), num('u16')) },
  ],
  size: num('u8'),
};
const sides = fc.oneof(
  fc.constant('buy'),
  fc.nat(0xffffffff).map((price) => ({ limit: { price } })),
  fc.tuple(u8, fc.nat(65535)).map((between) => ({ between })),
);
const codamaSide = (side: 'buy' | { limit?: object; between?: readonly number[] }) => {
  if (side === 'buy') return { __kind: 'Buy' };
  return side.limit ? { __kind: 'Limit', ...side.limit } : { __kind: 'Between', fields: side.between };
};
const scalarEnum = (numbers: readonly (number | undefined)[], size: Node): Node => ({
  kind: 'enumTypeNode',
  variants: ['open', 'half', 'closed'].map((name, i) => ({
    kind: 'enumEmptyVariantTypeNode',
    name,
    ...(numbers[i] !== undefined && { discriminator: numbers[i] }),
  })),
  size,
});
const states = fc.constantFrom('open', 'half', 'closed');
const map = (key: Node, count: Node) => counted('mapTypeNode', { key, value: num('u64') }, count);
const pairs = (keyValues: fc.Arbitrary<string>) =>
  fc.uniqueArray(fc.tuple(keyValues, u64), { selector: ([key]) => key, maxLength: 5 });
const codamaMap = (entries: readonly [string, string][]) =>
  Object.fromEntries(entries.map(([key, value]) => [key, BigInt(value)]));
// names that an object keeps in their order
const mapKeys = fc.stringMatching(/^[a-z]{1,8}$/).filter((key) => !(key in {}));

const ROWS: readonly Row[] = [
  ...['u8', 'u16', 'u32', 'u64', 'u128', 'i8', 'i16', 'i32', 'i64', 'i128'].map(integerRow),
  ['f32', num('f32'), floats, same],
  ['f64', num('f64'), doubles, same],
  ['shortU16', num('shortU16'), fc.nat(65535), same],
  ['a big-endian integer', num('i64', 'be'), integers(64, true), undefined],
  ['a big-endian float', num('f64', 'be'), doubles, undefined],
  ['a flag', { kind: 'booleanTypeNode', size: num('u8') }, fc.boolean(), same],
  ['a flag of 4 bytes', { kind: 'booleanTypeNode', size: num('u32') }, fc.boolean(), same],
  ['a key', publicKey, keys, same],
  ['a text', prefixed(text()), words, same],
  ['a text with a short length', prefixed(text(), num('shortU16')), words, same],
  ['a text to the end', text(), words, same],
  ['a text in a room', fixed(text(), 30), fc.stringMatching(/^[ -~]{0,30}$/), same],
  ['hex digits', prefixed(text('base16'), num('u8')), inBase('hex', { maxLength: 20 }), same],
  ['base64', prefixed(text('base64'), num('u16')), inBase('base64', { maxLength: 20 }), same],
  ['base58', prefixed(text('base58')), keys, same],
  ['hex digits in a room', fixed(text('base16'), 6), inBase('hex', { minLength: 6, maxLength: 6 }), same],
  ['bytes', prefixed(bytes), base64({ maxLength: 30 }), codamaBytes],
  ['bytes to the end', bytes, base64({ maxLength: 30 }), codamaBytes],
  ['bytes of a size', fixed(bytes, 7), base64({ minLength: 7, maxLength: 7 }), codamaBytes],
  ['a struct of a size', fixed(struct(field('a', num('u8'))), 7), fc.record({ a: u8 }), same],
  ['a list in a length', prefixed(array(num('u8'), remainder), num('u16')), fc.array(u8, { maxLength: 9 }), same],
  [
    'an option',
    { kind: 'optionTypeNode', item: num('u64'), prefix: num('u8') },
    maybe(u64),
    (value) => value && BigInt(value),
  ],
  [
    'an option with room',
    { kind: 'optionTypeNode', item: publicKey, prefix: num('u32'), fixed: true },
    maybe(keys),
    same,
  ],
  [
    'options before others',
    tuple(
      { kind: 'optionTypeNode', item: num('u32'), prefix: num('u32'), fixed: true },
      { kind: 'zeroableOptionTypeNode', item: publicKey },
      num('u8'),
    ),
    fc.tuple(maybe(fc.nat(0xffffffff)), maybe(otherKeys), u8),
    same,
  ],
  ['a zeroable option', { kind: 'zeroableOptionTypeNode', item: publicKey }, maybe(otherKeys), same],
  [
    'an option with a value for none',
    { kind: 'zeroableOptionTypeNode', item: num('u16'), zeroValue: hex('ffff') },
    maybe(fc.nat(0xfffe)),
    same,
  ],
  ['an option at the end', { kind: 'remainderOptionTypeNode', item: num('u16') }, maybe(fc.nat(65535)), same],
  ['an array', array(num('u16'), fixedCount(3)), fc.tuple(u8, u8, u8), same],
  ['a list', array(num('u16'), prefixedCount(num('u8'))), fc.array(fc.nat(65535), { maxLength: 20 }), same],
  ['a list to the end', array(num('u16'), remainder), fc.array(fc.nat(65535), { maxLength: 20 }), same],
  [
    'a set',
    counted('setTypeNode', { item: publicKey }, prefixedCount(num('u32'))),
    fc.array(keys, { maxLength: 4 }),
    same,
  ],
  ['a map', map(prefixed(text()), prefixedCount(num('u32'))), pairs(mapKeys), codamaMap],
  ['a map to the end', map(publicKey, remainder), pairs(keys), codamaMap],
  ['a tuple', tuple(num('u8'), prefixed(text())), fc.tuple(u8, words), same],
  ['an enum', SIDE, sides, codamaSide],
  ['an enum without fields', scalarEnum([], num('u16')), states, same],
  ['an enum with numbers', scalarEnum([3, undefined, 260], num('u16')), states, undefined],
  ['a named type', link('side'), sides, codamaSide],
  ['a type of another program', link('price', 'oracle'), fc.record({ at: u8 }), same],
  [
    'a hidden prefix',
    wrapped('hiddenPrefixTypeNode', num('u8'), { prefix: [hex('aabb'), constant(num('u16'), number(1))] }),
    u8,
    same,
  ],
  ['a hidden suffix', wrapped('hiddenSuffixTypeNode', prefixed(text()), { suffix: [hex('0d0a')] }), words, same],
  ['room before', wrapped('preOffsetTypeNode', num('u16'), { offset: 3, strategy: 'padded' }), fc.nat(65535), same],
  ['room behind', wrapped('postOffsetTypeNode', num('u16'), { offset: 3, strategy: 'padded' }), fc.nat(65535), same],
  [
    'a sentinel',
    wrapped('sentinelTypeNode', text(), { sentinel: hex('00') }),
    fc.stringMatching(/^[ -~]{0,30}$/),
    same,
  ],
  ['an amount', { kind: 'amountTypeNode', decimals: 2, unit: 'USD', number: num('u64') }, u64, BigInt],
  ['an amount of SOL', { kind: 'solAmountTypeNode', number: num('u64') }, u64, BigInt],
  ['a time', { kind: 'dateTimeTypeNode', number: num('i64') }, integers(64, true), BigInt],
];

const nameOfRow = (i: number) => `row${i}`;
const ORACLE = program(
  { definedTypes: [{ kind: 'definedTypeNode', name: 'price', type: struct(field('at', num('u8'))) }] },
  'oracle',
);
const ROOT = root(
  {
    accounts: ROWS.map(([, type], i) => account(nameOfRow(i), struct(field('id', num('u8')), field('value', type)))),
    definedTypes: [{ kind: 'definedTypeNode', name: 'side', type: SIDE }],
  },
  ORACLE,
);
const IDL = idlOf(ROOT);
const accountOf = (i: number) => IDL.accounts[i]!;

describe('types of Codama', () => {
  it.each(ROWS.map((row, i) => [row[0], row, i] as const))(
    '%s: any value comes back, and has the bytes of Codama',
    (_name, row, i) => {
      const [, , values, forCodama] = row;
      const { accounts } = ROOT.program as { accounts: readonly Node[] };
      const codec = forCodama && getNodeCodec([ROOT, ROOT.program, accounts[i]] as never);
      fc.assert(
        fc.property(u8, values, (id, value) => {
          const data = encoded(accountOf(i), { id, value }) as Buffer;
          expect(JSON.parse(stringifyJson(readFields(data, accountOf(i))))).toEqual({ id, value });
          if (codec === undefined) return;
          const written = codec.encode({ id, value: forCodama!(value as never) });
          expect(data.toString('hex')).toBe(Buffer.from(written).toString('hex'));
        }),
        { numRuns: 50 },
      );
    },
  );

  it.each<[name: string, type: Node, value: unknown, hex: string]>([
    ['a big-endian integer', num('u32', 'be'), 258, '00000102'],
    ['a negative one', num('i16', 'be'), -2, 'fffe'],
    ['a big-endian float', num('f32', 'be'), 1.5, '3fc00000'],
    ['shortU16', num('shortU16'), 300, 'ac02'],
    ['a numbered variant', scalarEnum([3, undefined, 260], num('u16')), 'closed', '0401'],
    ['a variant without a number', scalarEnum([3, undefined, 260], num('u16')), 'half', '0100'],
    ['the greatest length', prefixed(bytes, num('u8')), { hex: '00'.repeat(255) }, `ff${'00'.repeat(255)}`],
    [
      'a map as an object',
      map(num('u16'), prefixedCount(num('u8'))),
      { 300: 1, 7: 2 },
      '02070002000000000000002c010100000000000000',
    ],
    ['nothing given', tuple(num('u8'), { kind: 'booleanTypeNode', size: num('u16') }), undefined, '000000'],
    ['no text given in a room', fixed(text('base58'), 3), undefined, '000000'],
    [
      'no option with room',
      { kind: 'optionTypeNode', item: num('u32'), prefix: num('u32'), fixed: true },
      undefined,
      '0000000000000000',
    ],
  ])('%s has its bytes', (_name, type, value, expected) => {
    const idl = idlOf(root({ accounts: [account('a', struct(field('value', type)))] }));
    const data = encoded(idl.accounts[0]!, { value });
    expect((data as Buffer).toString('hex')).toBe(expected);
  });

  it.each<[name: string, type: Node, value: unknown, message: string]>([
    ['an integer', num('shortU16'), 65536, 'expected shortU16 (0 to 65535), found 65536'],
    ['a text in a room', fixed(text(), 3), 'abcd', 'expected at most 3 bytes, found 4'],
    ['bytes in a room', fixed(text('base16'), 3), '0102', 'expected 3 bytes, found 2'],
    ['hex digits', text('base16'), 'xy', 'expected hex digits, two a byte, found "xy"'],
    ['bytes of a size', fixed(bytes, 3), { hex: '0102' }, 'expected 3 bytes, found 2'],
    ['a length', prefixed(text(), num('u8')), 'a'.repeat(256), 'expected a length of at most 255, found 256'],
    [
      'a number of items',
      array(num('u8'), prefixedCount(num('i8'))),
      Array(128).fill(1),
      'expected a length of at most 127, found 128',
    ],
    [
      'what a sentinel ends',
      wrapped('sentinelTypeNode', text(), { sentinel: hex('61') }),
      'bar',
      'the bytes 61 end the value, and are within it',
    ],
    ['a map', map(num('u8'), remainder), 'x', 'expected a list, vec<(u8, u64)>, found "x"'],
  ])('a mistake in %s is told', (_name, type, value, message) => {
    const idl = idlOf(root({ accounts: [account('a', struct(field('value', type)))] }));
    expect(encoded(idl.accounts[0]!, { value })).toEqual([`/value: ${message}`]);
  });

  it('a mistake in a key of a map is told at its place', () => {
    const idl = idlOf(root({ accounts: [account('a', struct(field('value', map(num('u8'), remainder))))] }));
    expect(encoded(idl.accounts[0]!, { value: { 256: 1 } })).toEqual([
      '/value/256: expected u8 (0 to 255), found "256"',
    ]);
  });

  it.each<[name: string, type: Node, data: string, message: string]>([
    [
      'a hidden prefix',
      wrapped('hiddenPrefixTypeNode', tuple(num('u8')), { prefix: [hex('aa')] }),
      'bb01',
      'aa is not at byte 0',
    ],
    ['a sentinel', wrapped('sentinelTypeNode', text(), { sentinel: hex('00') }), '6161', 'no 00 ends the value'],
    ['a room', fixed(text(), 3), '6161', 'the data ends after 2 bytes'],
    ['a value that leaves its room', prefixed(num('u16'), num('u8')), '010203', 'the data ends after 2 bytes'],
    ['a variant', SIDE, '07', '7 is none of 3 variants'],
    ['a short number', num('shortU16'), 'ffffff', 'a compact-u16 of more than three bytes'],
    ['a flag', { kind: 'booleanTypeNode', size: num('u16') }, '0201', '258 is no bool'],
  ])('data without %s is not read', (_name, type, data, message) => {
    const idl = idlOf(root({ accounts: [account('a', struct(field('id', tuple()), { ...field('value', type) }))] }));
    expect(() => readFields(Buffer.from(data, 'hex'), idl.accounts[0]!)).toThrow(message);
  });

  it.each<[what: string, type: unknown, message: string]>([
    ['a kind', { kind: 'cubeTypeNode' }, ': cubeTypeNode is not known'],
    ['no node', 'u8', ': this is not a node of Codama'],
    ['a format', num('u7'), '/format: the number format u7 is not known'],
    ['a float that is a size', { kind: 'booleanTypeNode', size: num('f32') }, '/size: this is not an integer'],
    ['an encoding', text('utf16'), '/encoding: the encoding utf16 is not known'],
    ['a count', array(num('u8'), { kind: 'manyCountNode' }), '/count: manyCountNode is not known'],
    ['a number of items', array(num('u8'), fixedCount(-1)), '/count/value: a whole number from 0 is expected here'],
    ['a variant', { ...SIDE, variants: [{ kind: 'enumNode', name: 'a' }] }, '/variants/0: enumNode is not known'],
    ['a type', link('order'), ': the IDL has no type order'],
    ['a type of another program', link('order', 'oracle'), ': the IDL has no type oracle.order'],
    [
      'an offset that is not padded',
      wrapped('preOffsetTypeNode', num('u8'), { offset: 3, strategy: 'absolute' }),
      ': preOffsetTypeNode with the strategy absolute is not read',
    ],
    [
      'a negative offset',
      wrapped('postOffsetTypeNode', num('u8'), { offset: -3, strategy: 'padded' }),
      '/offset: a whole number from 0 is expected here',
    ],
    [
      'a sentinel without bytes',
      wrapped('sentinelTypeNode', text(), { sentinel: hex('') }),
      '/sentinel: no bytes can end a value',
    ],
    [
      'a constant',
      wrapped('hiddenPrefixTypeNode', num('u8'), { prefix: [constant(num('u8'), number(300))] }),
      '/prefix/0/value: the value is not of its type: expected u8 (0 to 255), found 300',
    ],
    [
      'a constant that depends on the instruction',
      wrapped('hiddenPrefixTypeNode', num('u8'), { prefix: [constant(num('u8'), { kind: 'payerValueNode' })] }),
      '/prefix/0/value: payerValueNode is not a value',
    ],
  ])('an account with %s that cannot be read is left out with a warning', (_what, type, message) => {
    const { errors, idl, warnings } = read(
      root({
        accounts: [
          account('bad', struct(field('value', type as Node))),
          account('good', struct(field('a', num('u8')))),
        ],
      }),
    );
    expect(errors).toEqual([]);
    expect(warnings).toEqual([
      `/program/accounts/0/data/fields/0/type${message}, so that account bad cannot be given by fields`,
    ]);
    expect(idl!.accounts.map(({ name }) => name)).toEqual(['good']);
  });

  it.each<[what: string, type: Node, message: string]>([
    [
      'a room for an item of any size',
      { kind: 'optionTypeNode', item: prefixed(text()), prefix: num('u32'), fixed: true },
      'string has no fixed size',
    ],
    ['itself as its alias', link('self'), 'the type self stands for itself'],
  ])('an account with %s is left out with a warning', (_what, type, message) => {
    const definedTypes = [{ kind: 'definedTypeNode', name: 'self', type: link('self') }];
    const { warnings } = read(root({ accounts: [account('bad', struct(field('value', type)))], definedTypes }));
    expect(warnings).toEqual([`/program/accounts/0: ${message}, so that account bad cannot be given by fields`]);
  });
});
