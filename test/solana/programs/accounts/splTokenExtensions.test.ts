import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type JsonText, stringifyJson } from '../../../../src/codec/jsonText.ts';
import { NODE_VERSIONS } from '../../../../src/nodeVersion.ts';
import { parseExtensions } from '../../../../src/solana/programs/splToken/extensions.ts';
import { f64, I64_MIN, i64, key, keyText, U64_MAX, u8, u16, u32, u64 } from './layoutBytes.ts';
import { entry } from './splTokenBytes.ts';

type Kind = 'mint' | 'account';

function shown(kind: Kind, ...entries: readonly Buffer[]): JsonText | undefined {
  const elements = parseExtensions(Buffer.concat([new Uint8Array(166), ...entries]), kind, NODE_VERSIONS['4.1']);
  return elements && stringifyJson(elements);
}

const i16 = (value: number): Buffer => u16(value & 0xffff);
const borsh = (text: string): Buffer => Buffer.concat([u32(Buffer.byteLength(text)), Buffer.from(text)]);
const base64 = (byte: number, length: number): string => Buffer.alloc(length, byte).toString('base64');
const UNPARSEABLE = '{"extension":"unparseableExtension"}';
const NONE = Buffer.alloc(32);

const metadata = (authority: Buffer, ...pairs: readonly string[]): Buffer =>
  Buffer.concat([authority, key(2), ...['Näme', 'SYM', ''].map(borsh), u32(pairs.length / 2), ...pairs.map(borsh)]);

/** number, name, who carries it, the value and the state that it is shown as */
const VALUES: readonly [type: number, name: string, kind: Kind, value: Buffer, state: JsonText][] = [
  [
    1,
    'transferFeeConfig',
    'mint',
    Buffer.concat([key(1), NONE, u64(U64_MAX), u64(3n), u64(4n), u16(5), u64(6n), u64(U64_MAX), u16(65535)]),
    '{"newerTransferFee":{"epoch":6,"maximumFee":18446744073709551615,"transferFeeBasisPoints":65535},' +
      '"olderTransferFee":{"epoch":3,"maximumFee":4,"transferFeeBasisPoints":5},' +
      `"transferFeeConfigAuthority":"${keyText(1)}","withdrawWithheldAuthority":null,` +
      '"withheldAmount":18446744073709551615}',
  ],
  [2, 'transferFeeAmount', 'account', u64(9n), '{"withheldAmount":9}'],
  [3, 'mintCloseAuthority', 'mint', key(1), `{"closeAuthority":"${keyText(1)}"}`],
  [
    4,
    'confidentialTransferMint',
    'mint',
    Buffer.concat([key(1), u8(2), NONE]),
    `{"auditorElgamalPubkey":null,"authority":"${keyText(1)}","autoApproveNewAccounts":true}`,
  ],
  [
    5,
    'confidentialTransferAccount',
    'account',
    Buffer.concat([
      u8(1),
      key(1),
      Buffer.alloc(64, 2),
      Buffer.alloc(64, 3),
      Buffer.alloc(64, 4),
      Buffer.alloc(36, 5),
      u8(0),
      u8(1),
      u64(6n),
      u64(7n),
      u64(8n),
      u64(U64_MAX),
    ]),
    '{"actualPendingBalanceCreditCounter":18446744073709551615,"allowConfidentialCredits":false,' +
      `"allowNonConfidentialCredits":true,"approved":true,"availableBalance":"${base64(4, 64)}",` +
      `"decryptableAvailableBalance":"${base64(5, 36)}","elgamalPubkey":"${base64(1, 32)}",` +
      '"expectedPendingBalanceCreditCounter":8,"maximumPendingBalanceCreditCounter":7,' +
      `"pendingBalanceCreditCounter":6,"pendingBalanceHi":"${base64(3, 64)}","pendingBalanceLo":"${base64(2, 64)}"}`,
  ],
  [6, 'defaultAccountState', 'mint', u8(2), '{"accountState":"frozen"}'],
  [8, 'memoTransfer', 'account', u8(255), '{"requireIncomingTransferMemos":true}'],
  [
    10,
    'interestBearingConfig',
    'mint',
    Buffer.concat([NONE, i64(I64_MIN), i16(-32768), i64(2n), i16(32767)]),
    '{"currentRate":32767,"initializationTimestamp":-9223372036854775808,"lastUpdateTimestamp":2,' +
      '"preUpdateAverageRate":-32768,"rateAuthority":null}',
  ],
  [11, 'cpiGuard', 'account', u8(0), '{"lockCpi":false}'],
  [12, 'permanentDelegate', 'mint', NONE, '{"delegate":null}'],
  [14, 'transferHook', 'mint', Buffer.concat([key(1), NONE]), `{"authority":"${keyText(1)}","programId":null}`],
  [15, 'transferHookAccount', 'account', u8(1), '{"transferring":true}'],
  [
    16,
    'confidentialTransferFeeConfig',
    'mint',
    Buffer.concat([NONE, NONE, u8(1), Buffer.alloc(64, 3)]),
    `{"authority":null,"harvestToMintEnabled":true,"withdrawWithheldAuthorityElgamalPubkey":"${base64(0, 32)}",` +
      `"withheldAmount":"${base64(3, 64)}"}`,
  ],
  [17, 'confidentialTransferFeeAmount', 'account', Buffer.alloc(64, 9), `{"withheldAmount":"${base64(9, 64)}"}`],
  [
    18,
    'metadataPointer',
    'mint',
    Buffer.concat([NONE, key(2)]),
    `{"authority":null,"metadataAddress":"${keyText(2)}"}`,
  ],
  [
    19,
    'tokenMetadata',
    'mint',
    metadata(NONE, 'k', 'v', '', '"'),
    '{"additionalMetadata":[["k","v"],["","\\""]],' +
      `"mint":"${keyText(2)}","name":"Näme","symbol":"SYM","updateAuthority":null,"uri":""}`,
  ],
  [
    20,
    'groupPointer',
    'mint',
    Buffer.concat([key(1), key(2)]),
    `{"authority":"${keyText(1)}","groupAddress":"${keyText(2)}"}`,
  ],
  [
    21,
    'tokenGroup',
    'mint',
    Buffer.concat([NONE, NONE, u64(1n), u64(U64_MAX)]),
    `{"maxSize":18446744073709551615,"mint":"${keyText(0)}","size":1,"updateAuthority":null}`,
  ],
  [
    22,
    'groupMemberPointer',
    'mint',
    Buffer.concat([key(1), NONE]),
    `{"authority":"${keyText(1)}","memberAddress":null}`,
  ],
  [
    23,
    'tokenGroupMember',
    'mint',
    Buffer.concat([key(1), key(2), u64(U64_MAX)]),
    `{"group":"${keyText(2)}","memberNumber":18446744073709551615,"mint":"${keyText(1)}"}`,
  ],
  [
    24,
    'confidentialMintBurn',
    'mint',
    Buffer.concat([Buffer.alloc(64, 1), Buffer.alloc(36, 2), key(3), Buffer.alloc(64, 4)]),
    `{"confidentialSupply":"${base64(1, 64)}","decryptableSupply":"${base64(2, 36)}",` +
      `"pendingBurn":"${base64(4, 64)}","supplyElgamalPubkey":"${base64(3, 32)}"}`,
  ],
  [
    25,
    'scaledUiAmountConfig',
    'mint',
    Buffer.concat([NONE, f64(1e21), i64(-1n), f64(-1.5e-7)]),
    '{"authority":null,"multiplier":"1000000000000000000000","newMultiplier":"-0.00000015",' +
      '"newMultiplierEffectiveTimestamp":-1}',
  ],
  [26, 'pausableConfig', 'mint', Buffer.concat([NONE, u8(1)]), '{"authority":null,"paused":true}'],
];

const MARKS: readonly [type: number, name: string][] = [
  [7, 'immutableOwner'],
  [9, 'nonTransferable'],
  [13, 'nonTransferableAccount'],
  [27, 'pausableAccount'],
];

describe('extensions with a value', () => {
  for (const [type, name, kind, value, state] of VALUES) {
    it(`${type} ${name}`, () => {
      expect(shown(kind, entry(type, value))).toBe(`[{"extension":"${name}","state":${state}}]`);
    });

    it(`${type} does not read where it does not belong or is cut off`, () => {
      expect(shown(kind === 'mint' ? 'account' : 'mint', entry(type, value))).toBe(`[${UNPARSEABLE}]`);
      expect(shown(kind, entry(type, value.subarray(0, -1)))).toBe(`[${UNPARSEABLE}]`);
      expect(shown(kind, entry(type))).toBe(`[${UNPARSEABLE}]`);
    });

    if (type === 19) continue;
    it(`${type} does not read with a byte too many`, () => {
      expect(shown(kind, entry(type, Buffer.concat([value, u8(0)])))).toBe(`[${UNPARSEABLE}]`);
    });
  }

  it('covers, with the marks, all 27', () => {
    const types = [...VALUES.map(([type]) => type), ...MARKS.map(([type]) => type)];
    expect(types.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 27 }, (_, i) => i + 1));
  });

  it('takes an unknown default state for the first', () => {
    expect(shown('mint', entry(6, u8(3)))).toContain('"accountState":"uninitialized"');
  });

  it('shows an auditor', () => {
    expect(shown('mint', entry(4, Buffer.concat([NONE, u8(0), key(7)])))).toContain(
      `"auditorElgamalPubkey":"${base64(7, 32)}","authority":null,"autoApproveNewAccounts":false`,
    );
  });
});

describe('token metadata', () => {
  it('ignores what follows', () => {
    expect(shown('mint', entry(19, Buffer.concat([metadata(key(1)), u8(9)])))).toContain('"additionalMetadata":[]');
  });

  it('does not read text that is not UTF-8', () => {
    const value = Buffer.concat([NONE, NONE, u32(2), Buffer.from([0xc3, 0x28]), u32(0), u32(0), u32(0)]);
    expect(shown('mint', entry(19, value))).toBe(`[${UNPARSEABLE}]`);
  });

  it('keeps a byte order mark', () => {
    const value = Buffer.concat([NONE, NONE, borsh('\ufeffA'), borsh(''), borsh(''), u32(0)]);
    expect(shown('mint', entry(19, value))).toContain('"name":"\ufeffA"');
  });

  it('does not believe a count that the bytes cannot hold', () => {
    const value = Buffer.concat([NONE, NONE, borsh(''), borsh(''), borsh(''), u32(0xffffffff), Buffer.alloc(800)]);
    expect(shown('mint', entry(19, value))).toBe(`[${UNPARSEABLE}]`);
  });
});

describe('marks', () => {
  it.each(MARKS)('%i %s, of whatever length, on whatever kind', (type, name) => {
    for (const kind of ['mint', 'account'] as const) {
      expect(shown(kind, entry(type))).toBe(`[{"extension":"${name}"}]`);
      expect(shown(kind, entry(type, u64(1n)))).toBe(`[{"extension":"${name}"}]`);
    }
  });
});

describe('the list', () => {
  const mark = '{"extension":"nonTransferable"}';

  it.each([
    ['nothing', []],
    ['one byte', [u8(9)]],
    ['type 0 at once', [u16(0), entry(9)]],
    ['an unknown type', [entry(9), entry(28, u8(1))]],
    ['the greatest type', [entry(9), entry(65535)]],
    ['a type without a length', [entry(9), u16(9)]],
    ['half a length', [entry(9), u16(9), u8(0)]],
    ['a value past the end', [entry(9), u16(3), u16(32), Buffer.alloc(31)]],
  ])('shows no extensions for %s', (_, entries) => {
    expect(shown('mint', ...entries)).toBeUndefined();
  });

  it.each([
    ['the end', []],
    ['an odd last byte', [u8(9)]],
    ['type 0', [u16(0)]],
    ['type 0 and anything', [u16(0), entry(28), entry(9)]],
  ])('ends at %s', (_, tail) => {
    expect(shown('mint', entry(9), ...tail)).toBe(`[${mark}]`);
  });

  it('keeps the order of the data', () => {
    expect(shown('mint', entry(12, key(1)), entry(9), entry(6, u8(1)))).toBe(
      `[{"extension":"permanentDelegate","state":{"delegate":"${keyText(1)}"}},${mark},` +
        '{"extension":"defaultAccountState","state":{"accountState":"initialized"}}]',
    );
  });

  it('shows the first value for every entry of a type, even one that does not read', () => {
    const first = `{"extension":"permanentDelegate","state":{"delegate":"${keyText(1)}"}}`;
    expect(shown('mint', entry(12, key(1)), entry(12, key(2)), entry(12))).toBe(`[${first},${first},${first}]`);
    expect(shown('mint', entry(12), entry(12, key(2)))).toBe(`[${UNPARSEABLE},${UNPARSEABLE}]`);
  });

  it('shows as many elements as there are entries, each named after its type', () => {
    const names = new Map<number, string>([...VALUES.map(([type, name]) => [type, name] as const), ...MARKS]);
    const entries = fc.array(fc.tuple(fc.integer({ min: 1, max: 27 }), fc.uint8Array({ maxLength: 120 })));
    fc.assert(
      fc.property(entries, fc.constantFrom<Kind>('mint', 'account'), (list, kind) => {
        const text = shown(kind, ...list.map(([type, value]) => entry(type, value))) ?? '[]';
        const elements: { extension: string }[] = JSON.parse(text);
        expect(elements.length).toBe(list.length);
        elements.forEach(({ extension }, i) => {
          expect([names.get(list[i]![0]), 'unparseableExtension']).toContain(extension);
        });
      }),
    );
  });
});

describe('permissionedBurnConfig', () => {
  const shownBy = (version: '4.1' | '4.2' | '4.3', ...entries: readonly Buffer[]) =>
    parseExtensions(Buffer.concat([new Uint8Array(166), ...entries]), 'mint', NODE_VERSIONS[version]);
  const config = entry(28, key(5));

  it('is shown from 4.2 on; before, a mint that has it shows no extensions at all', () => {
    const state = { extension: 'permissionedBurnConfig', state: { authority: keyText(5) } };
    expect(shownBy('4.1', entry(9, Buffer.alloc(0)), config)).toBeUndefined();
    for (const version of ['4.2', '4.3'] as const) {
      expect(shownBy(version, config)).toEqual([state]);
      expect(shownBy(version, entry(28, NONE))).toEqual([{ ...state, state: { authority: null } }]);
    }
  });
});
