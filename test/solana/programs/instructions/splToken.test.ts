import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { JsonFloat } from '../../../../src/codec/jsonText.ts';
import { accountNames, bytes, filled, key, slots, u8, u16, u64 } from './parserCases.ts';
import {
  describeTokenCases,
  expectedText,
  multisig,
  parsedText,
  type TokenCase,
  U64_MAX,
  ZERO_KEY,
} from './splTokenCases.ts';

const NONE = u8(0);
const some = (fill: number): Uint8Array => bytes(u8(1), filled(fill));
const ONE_AND_A_HALF = { amount: '1500000', decimals: 6, uiAmount: new JsonFloat(1.5), uiAmountString: '1.5' };
const oneAndAHalf = bytes(u64(1500000n), u8(6));

const cases: readonly TokenCase[] = [
  {
    type: 'initializeMint',
    accounts: 2,
    data: bytes(u8(0, 9), filled(3), some(4)),
    info: { ...slots('mint', 'rentSysvar'), decimals: 9, mintAuthority: key(3), freezeAuthority: key(4) },
    trailing: 'ignored',
  },
  {
    type: 'initializeMint',
    accounts: 4,
    minAccounts: 2,
    data: bytes(u8(0, 255), filled(0), NONE),
    info: { ...slots('mint', 'rentSysvar'), decimals: 255, mintAuthority: ZERO_KEY },
    trailing: 'ignored',
  },
  {
    type: 'initializeAccount',
    accounts: 4,
    data: u8(1),
    info: slots('account', 'mint', 'owner', 'rentSysvar'),
    trailing: 'ignored',
  },
  {
    type: 'initializeMultisig',
    accounts: 5,
    minAccounts: 3,
    data: u8(2, 2),
    info: { ...slots('multisig', 'rentSysvar'), signers: ['a2', 'a3', 'a4'], m: 2 },
    trailing: 'ignored',
  },
  {
    type: 'transfer',
    accounts: 3,
    data: bytes(u8(3), u64(U64_MAX)),
    info: { ...slots('source', 'destination', 'authority'), amount: `${U64_MAX}` },
    trailing: 'ignored',
  },
  {
    type: 'transfer',
    accounts: 5,
    minAccounts: 3,
    data: bytes(u8(3), u64(0n)),
    info: { ...slots('source', 'destination'), amount: '0', ...multisig('multisigAuthority', 2, 5) },
    trailing: 'ignored',
  },
  {
    type: 'approve',
    accounts: 3,
    data: bytes(u8(4), u64(7n)),
    info: { ...slots('source', 'delegate', 'owner'), amount: '7' },
    trailing: 'ignored',
  },
  {
    type: 'revoke',
    accounts: 3,
    minAccounts: 2,
    data: u8(5),
    info: { ...slots('source'), ...multisig('multisigOwner', 1, 3) },
    trailing: 'ignored',
  },
  {
    type: 'setAuthority',
    accounts: 2,
    data: bytes(u8(6, 0), some(5)),
    info: { ...slots('mint', 'authority'), authorityType: 'mintTokens', newAuthority: key(5) },
    trailing: 'ignored',
  },
  {
    type: 'setAuthority',
    accounts: 4,
    minAccounts: 2,
    data: bytes(u8(6, 3), NONE),
    info: {
      ...slots('account'),
      authorityType: 'closeAccount',
      newAuthority: null,
      ...multisig('multisigAuthority', 1, 4),
    },
    trailing: 'ignored',
  },
  {
    type: 'mintTo',
    accounts: 3,
    data: bytes(u8(7), u64(7n)),
    info: { ...slots('mint', 'account', 'mintAuthority'), amount: '7' },
    trailing: 'ignored',
  },
  {
    type: 'burn',
    accounts: 3,
    data: bytes(u8(8), u64(7n)),
    info: { ...slots('account', 'mint', 'authority'), amount: '7' },
    trailing: 'ignored',
  },
  {
    type: 'closeAccount',
    accounts: 3,
    data: u8(9),
    info: slots('account', 'destination', 'owner'),
    trailing: 'ignored',
  },
  {
    type: 'freezeAccount',
    accounts: 3,
    data: u8(10),
    info: slots('account', 'mint', 'freezeAuthority'),
    trailing: 'ignored',
  },
  {
    type: 'thawAccount',
    accounts: 4,
    minAccounts: 3,
    data: u8(11),
    info: { ...slots('account', 'mint'), ...multisig('multisigFreezeAuthority', 2, 4) },
    trailing: 'ignored',
  },
  {
    type: 'transferChecked',
    accounts: 4,
    data: bytes(u8(12), oneAndAHalf),
    info: { ...slots('source', 'mint', 'destination', 'authority'), tokenAmount: ONE_AND_A_HALF },
    trailing: 'ignored',
  },
  {
    type: 'transferChecked',
    accounts: 4,
    data: bytes(u8(12), u64(0n), u8(0)),
    info: {
      ...slots('source', 'mint', 'destination', 'authority'),
      tokenAmount: { amount: '0', decimals: 0, uiAmount: new JsonFloat(0), uiAmountString: '0' },
    },
    trailing: 'ignored',
  },
  {
    type: 'approveChecked',
    accounts: 4,
    data: bytes(u8(13), u64(5n), u8(20)),
    info: {
      ...slots('source', 'mint', 'delegate', 'owner'),
      tokenAmount: { amount: '5', decimals: 20, uiAmount: null, uiAmountString: '0.00000000000000000005' },
    },
    trailing: 'ignored',
  },
  {
    type: 'mintToChecked',
    accounts: 5,
    minAccounts: 3,
    data: bytes(u8(14), oneAndAHalf),
    info: { ...slots('mint', 'account'), tokenAmount: ONE_AND_A_HALF, ...multisig('multisigMintAuthority', 2, 5) },
    trailing: 'ignored',
  },
  {
    type: 'burnChecked',
    accounts: 3,
    data: bytes(u8(15), oneAndAHalf),
    info: { ...slots('account', 'mint', 'authority'), tokenAmount: ONE_AND_A_HALF },
    trailing: 'ignored',
  },
  {
    type: 'initializeAccount2',
    accounts: 3,
    data: bytes(u8(16), filled(3)),
    info: { ...slots('account', 'mint', 'rentSysvar'), owner: key(3) },
    trailing: 'ignored',
  },
  { type: 'syncNative', accounts: 1, data: u8(17), info: slots('account'), trailing: 'ignored' },
  {
    type: 'initializeAccount3',
    accounts: 2,
    data: bytes(u8(18), filled(3)),
    info: { ...slots('account', 'mint'), owner: key(3) },
    trailing: 'ignored',
  },
  {
    type: 'initializeMultisig2',
    accounts: 3,
    minAccounts: 2,
    data: u8(19, 255),
    info: { ...slots('multisig'), signers: ['a1', 'a2'], m: 255 },
    trailing: 'ignored',
  },
  {
    type: 'initializeMint2',
    accounts: 1,
    data: bytes(u8(20, 0), filled(3), NONE),
    info: { ...slots('mint'), decimals: 0, mintAuthority: key(3) },
    trailing: 'ignored',
  },
  {
    type: 'getAccountDataSize',
    accounts: 1,
    data: bytes(u8(21), u16(7), u16(21), u16(22), u16(27)),
    info: {
      ...slots('mint'),
      extensionTypes: ['immutableOwner', 'tokenGroup', 'groupMemberPointer', 'pausableAccount'],
    },
    trailing: 'taken',
  },
  { type: 'getAccountDataSize', accounts: 1, data: u8(21), info: slots('mint'), trailing: 'taken' },
  { type: 'initializeImmutableOwner', accounts: 1, data: u8(22), info: slots('account'), trailing: 'ignored' },
  {
    type: 'amountToUiAmount',
    accounts: 1,
    data: bytes(u8(23), u64(U64_MAX)),
    info: { ...slots('mint'), amount: `${U64_MAX}` },
    trailing: 'ignored',
  },
  {
    type: 'uiAmountToAmount',
    accounts: 1,
    data: bytes(u8(24), Buffer.from('\ufeff1,5 "½"\u0000')),
    info: { ...slots('mint'), uiAmount: '\ufeff1,5 "½"\u0000' },
    trailing: 'taken',
  },
  {
    type: 'uiAmountToAmount',
    accounts: 1,
    data: u8(24),
    info: { ...slots('mint'), uiAmount: '' },
    trailing: 'taken',
  },
  {
    type: 'initializeMintCloseAuthority',
    accounts: 1,
    data: bytes(u8(25), some(3)),
    info: { ...slots('mint'), newAuthority: key(3) },
    trailing: 'ignored',
  },
  {
    type: 'initializeMintCloseAuthority',
    accounts: 1,
    data: bytes(u8(25), NONE),
    info: { ...slots('mint'), newAuthority: null },
    trailing: 'ignored',
  },
  {
    type: 'reallocate',
    accounts: 4,
    data: bytes(u8(29), u16(0), u16(8)),
    info: { ...slots('account', 'payer', 'systemProgram', 'owner'), extensionTypes: ['uninitialized', 'memoTransfer'] },
    trailing: 'taken',
  },
  {
    type: 'reallocate',
    accounts: 5,
    minAccounts: 4,
    data: u8(29),
    info: { ...slots('account', 'payer', 'systemProgram'), extensionTypes: [], ...multisig('multisigOwner', 3, 5) },
    trailing: 'taken',
  },
  {
    type: 'createNativeMint',
    accounts: 3,
    data: u8(31),
    info: slots('payer', 'nativeMint', 'systemProgram'),
    trailing: 'ignored',
  },
  { type: 'initializeNonTransferableMint', accounts: 1, data: u8(32), info: slots('mint'), trailing: 'ignored' },
  {
    type: 'initializePermanentDelegate',
    accounts: 1,
    data: bytes(u8(35), filled(0)),
    info: { ...slots('mint'), delegate: ZERO_KEY },
    trailing: 'ignored',
  },
  {
    type: 'withdrawExcessLamports',
    accounts: 3,
    data: u8(38),
    info: slots('source', 'destination', 'authority'),
    trailing: 'ignored',
  },
];

describeTokenCases('token instructions', cases);

const EXTENSION_TAGS = [26, 27, 28, 30, 33, 34, 36, 37, 39, 40, 41, 42, 43, 44];

describe('tags', () => {
  test('every tag up to 44 is one of the cases, or of an extension', () => {
    const tags = new Set([...cases.map(({ data }) => data[0]!), ...EXTENSION_TAGS]);
    expect([...tags].sort((a, b) => a - b)).toEqual(Array.from({ length: 45 }, (_, tag) => tag));
  });

  test('no other tag parses, those of later releases included', () => {
    for (let tag = 45; tag < 256; tag++) {
      expect(parsedText(10, bytes(u8(tag), filled(0, 60))), `tag ${tag}`).toBeUndefined();
    }
  });

  test('an extension needs its sub tag, and a known one', () => {
    for (const tag of EXTENSION_TAGS) {
      expect(parsedText(10, u8(tag)), `tag ${tag}`).toBeUndefined();
      expect(parsedText(10, u8(tag, 15)), `tag ${tag}`).toBeUndefined();
      expect(parsedText(10, u8(tag, 255)), `tag ${tag}`).toBeUndefined();
    }
  });

  test('no data', () => expect(parsedText(10, u8())).toBeUndefined());
});

describe('values that are refused', () => {
  test.each([
    ['an option tag of 2', bytes(u8(6, 0, 2), filled(3))],
    ['authority type 17', bytes(u8(6, 17), some(3))],
    ['authority type 255', bytes(u8(6, 255), some(3))],
    ['extension type 28', bytes(u8(21), u16(28))],
    ['extension type 65535', bytes(u8(29), u16(65535))],
    ['half an extension type', u8(21, 7, 0, 7)],
    ['text that is not UTF-8', u8(24, 0x31, 0xff)],
    ['a surrogate in UTF-8', u8(24, 0xed, 0xa0, 0x80)],
  ])('%s', (_, data) => expect(parsedText(10, data)).toBeUndefined());
});

test('a type of authority is of an account or of the mint', () => {
  const owned = Array.from(
    { length: 17 },
    (_, type) => /"(account|mint)":"a0"/.exec(parsedText(2, u8(6, type, 0))!)![1],
  );
  expect(owned.flatMap((name, type) => (name === 'account' ? [type] : []))).toEqual([2, 3]);
});

test('any bytes at all', () => {
  const data = fc.uint8Array({ maxLength: 400 });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 12 }), data, (count, bytes) => {
      const text = parsedText(count, bytes);
      if (text !== undefined) expect(text).toMatch(/^{"parsed":{"info":{.*},"type":"\w+"},"program":"spl-token"}$/s);
    }),
    { numRuns: 2000 },
  );
});

describe('any value', () => {
  const u64s = fc.bigInt({ min: 0n, max: U64_MAX });

  test('amounts keep every digit', () => {
    fc.assert(
      fc.property(u64s, fc.integer({ min: 0, max: 255 }), (amount, decimals) => {
        expect(parsedText(3, bytes(u8(3), u64(amount)))).toContain(`"amount":"${amount}"`);
        const checked = parsedText(4, bytes(u8(12), u64(amount), u8(decimals)));
        expect(checked).toContain(`"tokenAmount":{"amount":"${amount}","decimals":${decimals},"uiAmount":`);
      }),
    );
  });

  test('accounts behind the authority are its signers', () => {
    fc.assert(
      fc.property(fc.integer({ min: 4, max: 255 }), (count) => {
        const names = accountNames(count);
        const info = { source: 'a0', destination: 'a1', amount: '1', multisigAuthority: 'a2', signers: names.slice(3) };
        expect(parsedText(count, bytes(u8(3), u64(1n)))).toBe(expectedText('transfer', info));
      }),
    );
  });
});
