import bs58 from 'bs58';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DialectName } from '../../../src/dialect.ts';
import { type Address, addressOf, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../../src/solana/address.ts';
import { tokenAccount } from '../../solana/programs/accounts/splTokenBytes.ts';
import { BOTH_DIALECTS, badParam, badParams, errorText } from '../../support/answers.ts';
import { callText, testNode } from '../../support/testNode.ts';
import { namedAddress } from '../../support/transactions.ts';

const PROGRAM = namedAddress('program');
const at = (index: number): Address =>
  addressOf(Buffer.concat([Buffer.of(1, index >> 8, index & 0xff), Buffer.alloc(29)]));

/** Which of the accounts pass, by their place in the list. */
async function passing(
  datas: readonly Uint8Array[],
  filters: string,
  owner: Address = PROGRAM,
  dialect: DialectName = 'contract',
): Promise<number[]> {
  const node = testNode({ accounts: datas.map((data, i) => ({ address: at(i), owner, data })) });
  const config = `{"encoding":"base64","dataSlice":{"offset":0,"length":0},"filters":${filters}}`;
  const text = await callText(node, 'getProgramAccounts', `["${owner}",${config}]`, dialect);
  const entries = JSON.parse(text) as { pubkey: string }[];
  return entries.map(({ pubkey }) => datas.findIndex((_, i) => at(i) === pubkey));
}

const memcmp = (offset: number | bigint, bytes: Uint8Array) =>
  `{"memcmp":{"offset":${offset},"bytes":[${bytes.join(',')}]}}`;

describe.each(BOTH_DIALECTS)('filter errors (%s)', (dialect) => {
  const NODE = testNode({});
  const refusal = (filters: string) =>
    callText(NODE, 'getProgramAccounts', `["${PROGRAM}",{"filters":${filters}}]`, dialect);
  const NO_DATA_TYPE = badParams('data did not match any variant of untagged enum DataType');
  const ONE_KEY = badParams('invalid value: map, expected map with a single key');

  it.each([
    ['{}', ONE_KEY],
    ['{"dataSize":1,"memcmp":{"offset":0,"bytes":""}}', ONE_KEY],
    ['{"foo":1}', badParams('unknown variant `foo`, expected one of `dataSize`, `memcmp`, `tokenAccountState`')],
    ['"foo"', badParams('unknown variant `foo`, expected one of `dataSize`, `memcmp`, `tokenAccountState`')],
    ['null', badParams('invalid type: null, expected string or map')],
    ['5', badParams('invalid type: integer `5`, expected string or map')],
    ['[]', badParams('invalid type: sequence, expected string or map')],
    ['"dataSize"', badParams('invalid type: unit variant, expected newtype variant')],
    ['"memcmp"', badParams('invalid type: unit variant, expected newtype variant')],
    ['{"tokenAccountState":1}', badParams('invalid type: integer `1`, expected unit')],
    ['{"dataSize":"5"}', badParams('invalid type: string "5", expected u64')],
    ['{"dataSize":-1}', badParams('invalid value: integer `-1`, expected u64')],
    ['{"dataSize":null}', badParams('invalid type: null, expected u64')],
    ['{"memcmp":null}', badParams('invalid type: null, expected struct Memcmp')],
    ['{"memcmp":[0,"1"]}', badParams('invalid type: sequence, expected struct Memcmp')],
    ['{"memcmp":"1"}', badParams('invalid type: string "1", expected struct Memcmp')],
    ['{"memcmp":{}}', badParams('missing field `offset`')],
    ['{"memcmp":{"bytes":"1"}}', badParams('missing field `offset`')],
    ['{"memcmp":{"offset":0}}', badParams('missing field `bytes`')],
    ['{"memcmp":{"offset":-1,"bytes":"1"}}', badParams('invalid value: integer `-1`, expected usize')],
    ['{"memcmp":{"offset":0.0,"bytes":"1"}}', badParams('invalid type: floating point `0.0`, expected usize')],
    ['{"memcmp":{"offset":"0","bytes":"1"}}', badParams('invalid type: string "0", expected usize')],
    ['{"memcmp":{"offset":0,"bytes":null}}', NO_DATA_TYPE],
    ['{"memcmp":{"offset":0,"bytes":5}}', NO_DATA_TYPE],
    ['{"memcmp":{"offset":0,"bytes":[256]}}', NO_DATA_TYPE],
    ['{"memcmp":{"offset":0,"bytes":[-1]}}', NO_DATA_TYPE],
    ['{"memcmp":{"offset":0,"bytes":[1.0]}}', NO_DATA_TYPE],
    ['{"memcmp":{"offset":0,"bytes":["1"]}}', NO_DATA_TYPE],
    ['{"memcmp":{"offset":0,"bytes":{}}}', NO_DATA_TYPE],
    ['{"memcmp":{"offset":0,"bytes":5,"encoding":"foo"}}', NO_DATA_TYPE],
    [
      '{"memcmp":{"offset":0,"bytes":"1","encoding":"binary"}}',
      badParams('unknown variant `binary`, expected one of `base58`, `base64`, `bytes`'),
    ],
    [
      '{"memcmp":{"offset":0,"bytes":"1","encoding":5}}',
      badParams('invalid type: integer `5`, expected string or map'),
    ],
    [
      '{"memcmp":{"offset":0,"bytes":"1","encoding":{"base58":{"a":null}}}}',
      badParams('invalid type: map, expected unit'),
    ],
    [
      '{"memcmp":{"offset":0,"encoding":"foo"}}',
      badParams('unknown variant `foo`, expected one of `base58`, `base64`, `bytes`'),
    ],
    [
      '{"memcmp":{"offset":0,"bytes":"I"}}',
      badParam("Base58DecodeError(InvalidCharacter { character: 'I', index: 0 })"),
    ],
    [
      '{"memcmp":{"offset":0,"bytes":"11 1"}}',
      badParam("Base58DecodeError(InvalidCharacter { character: ' ', index: 2 })"),
    ],
    [
      `{"memcmp":{"offset":0,"bytes":"1'"}}`,
      badParam(String.raw`Base58DecodeError(InvalidCharacter { character: '\'', index: 1 })`),
    ],
    [
      String.raw`{"memcmp":{"offset":0,"bytes":"1\n"}}`,
      badParam(String.raw`Base58DecodeError(InvalidCharacter { character: '\n', index: 1 })`),
    ],
    [
      String.raw`{"memcmp":{"offset":0,"bytes":"1\u0001"}}`,
      badParam(String.raw`Base58DecodeError(InvalidCharacter { character: '\u{1}', index: 1 })`),
    ],
    ['{"memcmp":{"offset":0,"bytes":"é"}}', badParam('Base58DecodeError(NonAsciiCharacter { index: 0 })')],
    ['{"memcmp":{"offset":0,"bytes":"!AAA","encoding":"base64"}}', badParam('Base64DecodeError(InvalidByte(0, 33))')],
    ['{"memcmp":{"offset":0,"bytes":"AAAAA","encoding":"base64"}}', badParam('Base64DecodeError(InvalidLength(5))')],
    [
      '{"memcmp":{"offset":0,"bytes":"AB==","encoding":"base64"}}',
      badParam('Base64DecodeError(InvalidLastSymbol(1, 66))'),
    ],
    ['{"memcmp":{"offset":0,"bytes":"AA","encoding":"base64"}}', badParam('Base64DecodeError(InvalidPadding)')],
  ])('%s is refused', async (filter, error) => {
    expect(await refusal(`[${filter}]`)).toBe(error);
  });

  const bytes = (value: unknown, encoding = 'base58') =>
    JSON.stringify([{ memcmp: { offset: 0, bytes: value, encoding } }]);

  it('bytes are at most 128 once they are decoded', async () => {
    const tooLarge = badParam('DataTooLarge');
    expect(await refusal(bytes('1'.repeat(128)))).toBe('[]');
    expect(await refusal(bytes('1'.repeat(129)))).toBe(tooLarge);
    expect(await refusal(bytes(Buffer.alloc(128, 255).toString('base64'), 'base64'))).toBe('[]');
    expect(await refusal(bytes(Buffer.alloc(129, 255).toString('base64'), 'base64'))).toBe(tooLarge);
    expect(await refusal(bytes(Array(128).fill(255)))).toBe('[]');
    expect(await refusal(bytes(Array(129).fill(255)))).toBe(tooLarge);
  });

  it('texts are at most 175 and 172 characters, before they are decoded', async () => {
    expect(await refusal(bytes(bs58.encode(Buffer.alloc(128, 255))))).toBe('[]');
    expect(bs58.encode(Buffer.alloc(128, 255))).toHaveLength(175);
    expect(await refusal(bytes('I'.repeat(176)))).toBe(badParam('DataTooLarge'));
    expect(await refusal(bytes('!'.repeat(173), 'base64'))).toBe(badParam('DataTooLarge'));
  });

  it('four filters are allowed, and the count is checked before the bytes', async () => {
    const bad = '{"memcmp":{"offset":0,"bytes":"I"}}';
    expect(await refusal(`[${Array(4).fill('{"dataSize":1}').join(',')}]`)).toBe('[]');
    expect(await refusal(`[${Array(5).fill(bad).join(',')}]`)).toBe(
      errorText(-32602, 'Too many filters provided; max 4'),
    );
    // the shape of each comes before either
    expect(await refusal(`[${Array(5).fill(bad).join(',')},5]`)).toBe(
      badParams('invalid type: integer `5`, expected string or map'),
    );
  });

  it('the first filter with bad bytes is reported', async () => {
    const first = '{"memcmp":{"offset":0,"bytes":"l"}}';
    expect(await refusal(`[{"dataSize":1},${first},{"memcmp":{"offset":0,"bytes":"é"}}]`)).toBe(
      badParam("Base58DecodeError(InvalidCharacter { character: 'l', index: 0 })"),
    );
  });
});

describe('filter forms', () => {
  const DATAS = [Buffer.from([1, 2, 3]), Buffer.from([9, 1, 2, 3]), Buffer.from([]), Buffer.from([1, 2])];
  const TEXT58 = bs58.encode(Buffer.from([1, 2]));

  it.each([
    `{"memcmp":{"offset":0,"bytes":"${TEXT58}"}}`,
    `{"memcmp":{"offset":0,"bytes":"${TEXT58}","encoding":null}}`,
    `{"memcmp":{"offset":0,"bytes":"${TEXT58}","encoding":"base58"}}`,
    `{"memcmp":{"offset":0,"bytes":"${TEXT58}","encoding":"bytes"}}`,
    `{"memcmp":{"offset":0,"bytes":"${TEXT58}","encoding":{"base58":null}}}`,
    `{"memcmp":{"offset":0,"bytes":"${TEXT58}","encoding":{"base58":{}}}}`,
    '{"memcmp":{"offset":0,"bytes":"AQI=","encoding":{"base64":{}}}}',
    '{"memcmp":{"offset":0,"bytes":"AQI=","encoding":"base64"}}',
    '{"memcmp":{"offset":0,"bytes":[1,2]}}',
    '{"memcmp":{"offset":0,"bytes":[1,2],"encoding":"base64"}}',
    `{"memcmp":{"offset":0,"bytes":"${TEXT58}","unheardOf":1}}`,
  ])('%s', async (filter) => {
    expect(await passing(DATAS, `[${filter}]`)).toEqual([0, 3]);
  });

  it('dataSize is about the whole data, whatever the slice', async () => {
    expect(await passing(DATAS, '[{"dataSize":0}]')).toEqual([2]);
    expect(await passing(DATAS, '[{"dataSize":4}]')).toEqual([1]);
    expect(await passing(DATAS, '[{"dataSize":18446744073709551615}]')).toEqual([]);
  });

  it('an account passes all filters; the same may stand twice', async () => {
    expect(await passing(DATAS, `[{"dataSize":2},${memcmp(0, Buffer.of(1))}]`)).toEqual([3]);
    expect(await passing(DATAS, '[{"dataSize":2},{"dataSize":2}]')).toEqual([3]);
    expect(await passing(DATAS, '[{"dataSize":2},{"dataSize":3}]')).toEqual([]);
  });

  it.each([
    [0, [], [0, 1, 2, 3]],
    [3, [], [0, 1]],
    [4, [], [1]],
    [5, [], []],
    [2, [3], [0]],
    [2, [3, 0], []],
    [1, [2], [0, 3]],
    [18446744073709551615n, [], []],
    [18446744073709551615n, [1], []],
  ])('memcmp at %d with %j matches %j', async (offset, bytes, expected) => {
    expect(await passing(DATAS, `[${memcmp(offset, Uint8Array.from(bytes))}]`)).toEqual(expected);
  });
});

describe('tokenAccountState', () => {
  const sized = (length: number, state: number, type: number) => {
    const data = Buffer.alloc(length);
    if (length > 108) data[108] = state;
    if (length > 165) data[165] = type;
    return data;
  };
  const DATAS = [
    sized(165, 1, 0),
    sized(165, 2, 0),
    sized(165, 0, 0),
    sized(166, 1, 2),
    sized(166, 1, 1),
    sized(166, 0, 2),
    sized(355, 1, 2),
    sized(356, 1, 2),
    sized(164, 1, 0),
    sized(0, 0, 0),
  ];

  it.each(['"tokenAccountState"', '{"tokenAccountState":null}'])(
    '%s selects initialised token accounts of any program',
    async (filter) => {
      expect(await passing(DATAS, `[${filter}]`)).toEqual([0, 1, 3, 7]);
    },
  );
});

describe.each(BOTH_DIALECTS)('filters of a token program (%s)', (dialect) => {
  const NODE = testNode({});
  const refusal = (filters: string, program: Address) =>
    callText(NODE, 'getProgramAccounts', `["${program}",{"filters":${filters}}]`, dialect);
  const KEY = Buffer.alloc(32, 2);
  const MINT_KEY = Buffer.alloc(32, 1);
  const live = tokenAccount();
  const frozen = tokenAccount({ state: 2 });
  const uninitialised = tokenAccount({ state: 0 });
  const DATAS = [live, frozen, uninitialised];
  const OWNER = memcmp(32, KEY);
  const MINT = memcmp(0, MINT_KEY);
  const tooShort = (length: number, kind: string) =>
    errorText(-32602, `Incorrect byte length ${length} for SPL token ${kind} filter, expected 32`);

  it.each([TOKEN_PROGRAM, TOKEN_2022_PROGRAM])('%s: an owner or a mint is a whole key', async (program) => {
    expect(await refusal(`[${memcmp(32, Buffer.alloc(31))}]`, program)).toBe(tooShort(31, 'owner'));
    expect(await refusal(`[${memcmp(32, Buffer.alloc(0))}]`, program)).toBe(tooShort(0, 'owner'));
    expect(await refusal(`[${memcmp(0, Buffer.alloc(33))}]`, program)).toBe(tooShort(33, 'mint'));
    expect(await refusal(`[${memcmp(0, Buffer.alloc(4))},${memcmp(32, Buffer.alloc(4))}]`, program)).toBe(
      tooShort(4, 'owner'),
    );
    expect(await refusal(`[${memcmp(1, Buffer.alloc(4))}]`, program)).toBe('[]');
  });

  it('a mint is not looked at where the owner has selected token accounts', async () => {
    expect(await refusal(`[{"dataSize":165},${OWNER},${memcmp(0, Buffer.alloc(4))}]`, TOKEN_PROGRAM)).toBe('[]');
    expect(await refusal(`[${OWNER},${memcmp(0, Buffer.alloc(4))}]`, TOKEN_PROGRAM)).toBe(tooShort(4, 'mint'));
  });

  it('other programs have no such rule', async () => {
    expect(await refusal(`[${memcmp(32, Buffer.alloc(4))}]`, PROGRAM)).toBe('[]');
  });

  it('the rule comes after minContextSlot', async () => {
    const text = await callText(
      NODE,
      'getProgramAccounts',
      `["${TOKEN_PROGRAM}",{"filters":[${memcmp(32, Buffer.of(1))}],"minContextSlot":1}]`,
      dialect,
    );
    expect(text).toBe(errorText(-32016, 'Minimum context slot has not been reached', '{"contextSlot":0}'));
  });

  it.each([
    ['size and owner', `[{"dataSize":165},${OWNER}]`, [0, 1]],
    ['size and mint', `[{"dataSize":165},${MINT}]`, [0, 1]],
    ['size, owner and mint', `[${MINT},${OWNER},{"dataSize":165}]`, [0, 1]],
    ['state and owner', `["tokenAccountState",${OWNER}]`, [0, 1]],
    ['size alone', '[{"dataSize":165}]', [0, 1, 2]],
    ['owner alone', `[${OWNER}]`, [0, 1, 2]],
    ['mint alone', `[${MINT}]`, [0, 1, 2]],
    ['size and another position', `[{"dataSize":165},${memcmp(1, Buffer.of(1))}]`, [0, 1, 2]],
  ])('%s: whether uninitialised accounts are listed', async (_what, filters, expected) => {
    expect(await passing(DATAS, filters, TOKEN_PROGRAM, dialect)).toEqual(expected);
    expect(await passing(DATAS, filters, TOKEN_2022_PROGRAM, dialect)).toEqual(expected);
  });

  it('the type byte selects accounts of Token-2022 only', async () => {
    const typed = [live, uninitialised].map((data) => Buffer.concat([data, Buffer.of(2)]));
    const filters = `[${memcmp(165, Buffer.of(2))},${OWNER}]`;
    expect(await passing(typed, filters, TOKEN_2022_PROGRAM, dialect)).toEqual([0]);
    expect(await passing(typed, filters, TOKEN_PROGRAM, dialect)).toEqual([0, 1]);
  });

  it('of two filters on the type byte the later one decides', async () => {
    const typed = [live, uninitialised].map((data) => Buffer.concat([data, Buffer.of(2, 7)]));
    const short = memcmp(165, Buffer.of(2));
    const long = memcmp(165, Buffer.of(2, 7));
    expect(await passing(typed, `[${long},${short},${OWNER}]`, TOKEN_2022_PROGRAM, dialect)).toEqual([0]);
    expect(await passing(typed, `[${short},${long},${OWNER}]`, TOKEN_2022_PROGRAM, dialect)).toEqual([0, 1]);
  });
});

describe('filters against a naive scan', () => {
  const BYTE = fc.nat(3);
  const DATA = fc.array(BYTE, { maxLength: 8 }).map((bytes) => Buffer.from(bytes));
  const MEMCMP = fc.record({
    offset: fc.nat(9),
    bytes: fc.array(BYTE, { maxLength: 3 }).map((bytes) => Buffer.from(bytes)),
  });
  const FILTERS = fc.array(fc.oneof(fc.nat(8), MEMCMP), { maxLength: 4 });

  it('random accounts, random filters, every form of the bytes; repeated calls on one ledger', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(DATA, { maxLength: 30 }),
        fc.array(fc.tuple(FILTERS, fc.constantFrom('base58', 'base64', 'raw')), { minLength: 1, maxLength: 4 }),
        async (datas, calls) => {
          const node = testNode({ accounts: datas.map((data, i) => ({ address: at(i), owner: PROGRAM, data })) });
          for (const [filters, form] of calls) {
            const shown = (bytes: Buffer) =>
              form === 'raw' ? [...bytes] : form === 'base64' ? bytes.toString('base64') : bs58.encode(bytes);
            const json = filters.map((filter) =>
              typeof filter === 'number'
                ? { dataSize: filter }
                : {
                    memcmp: {
                      offset: filter.offset,
                      bytes: shown(filter.bytes),
                      ...(form === 'raw' ? {} : { encoding: form }),
                    },
                  },
            );
            const text = await callText(node, 'getProgramAccounts', JSON.stringify([PROGRAM, { filters: json }]));
            const expected = datas.flatMap((data, i) => {
              const passes = filters.every((filter) =>
                typeof filter === 'number'
                  ? data.length === filter
                  : filter.offset + filter.bytes.length <= data.length &&
                    data.subarray(filter.offset, filter.offset + filter.bytes.length).equals(filter.bytes),
              );
              return passes ? [`${at(i)} ${data.toString('base64')}`] : [];
            });
            const entries = JSON.parse(text) as { pubkey: string; account: { data: [string, string] } }[];
            expect(entries.map(({ account, pubkey }) => `${pubkey} ${account.data[0]}`)).toEqual(expected);
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});
