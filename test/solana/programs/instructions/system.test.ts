import { describe, expect, test } from 'vitest';
import { stringifyJson } from '../../../../src/codec/jsonText.ts';
import { parseSystemInstruction } from '../../../../src/solana/programs/system.ts';
import {
  accountNames,
  bytes,
  byteVec,
  describeParser,
  filled,
  key,
  type ParserCase,
  parseOrDecline,
  slots,
  text,
  u8,
  u32,
  u64,
} from './parserCases.ts';

const PROGRAM_ID = '11111111111111111111111111111111';
const U64_MAX = 18446744073709551615n;

const cases: readonly ParserCase[] = [
  {
    type: 'createAccount',
    accounts: 2,
    data: bytes(u32(0), u64(1n), u64(2n), filled(3)),
    info: { ...slots('source', 'newAccount'), lamports: 1, space: 2, owner: key(3) },
  },
  {
    type: 'assign',
    accounts: 1,
    data: bytes(u32(1), filled(3)),
    info: { ...slots('account'), owner: key(3) },
  },
  {
    type: 'transfer',
    accounts: 2,
    data: bytes(u32(2), u64(U64_MAX)),
    info: { ...slots('source', 'destination'), lamports: U64_MAX },
  },
  {
    type: 'createAccountWithSeed',
    accounts: 3,
    minAccounts: 2,
    data: bytes(u32(3), filled(4), text('grain'), u64(1n), u64(2n), filled(3)),
    info: { ...slots('source', 'newAccount'), base: key(4), seed: 'grain', lamports: 1, space: 2, owner: key(3) },
  },
  {
    type: 'advanceNonce',
    accounts: 3,
    data: u32(4),
    info: slots('nonceAccount', 'recentBlockhashesSysvar', 'nonceAuthority'),
  },
  {
    type: 'withdrawFromNonce',
    accounts: 5,
    data: bytes(u32(5), u64(7n)),
    info: {
      ...slots('nonceAccount', 'destination', 'recentBlockhashesSysvar', 'rentSysvar', 'nonceAuthority'),
      lamports: 7,
    },
  },
  {
    type: 'initializeNonce',
    accounts: 3,
    data: bytes(u32(6), filled(5)),
    info: { ...slots('nonceAccount', 'recentBlockhashesSysvar', 'rentSysvar'), nonceAuthority: key(5) },
  },
  {
    type: 'authorizeNonce',
    accounts: 2,
    data: bytes(u32(7), filled(5)),
    info: { ...slots('nonceAccount', 'nonceAuthority'), newAuthorized: key(5) },
  },
  { type: 'allocate', accounts: 1, data: bytes(u32(8), u64(9n)), info: { ...slots('account'), space: 9 } },
  {
    type: 'allocateWithSeed',
    accounts: 2,
    data: bytes(u32(9), filled(4), text(''), u64(9n), filled(3)),
    info: { ...slots('account', '-'), base: key(4), seed: '', space: 9, owner: key(3) },
  },
  {
    type: 'assignWithSeed',
    accounts: 2,
    data: bytes(u32(10), filled(4), text('\ufeffé🦖\u0000'), filled(3)),
    info: { ...slots('account', '-'), base: key(4), seed: '\ufeffé🦖\u0000', owner: key(3) },
  },
  {
    type: 'transferWithSeed',
    accounts: 3,
    data: bytes(u32(11), u64(1n), text('grain'), filled(3)),
    info: { ...slots('source', 'sourceBase', 'destination'), lamports: 1, sourceSeed: 'grain', sourceOwner: key(3) },
  },
  { type: 'upgradeNonce', accounts: 1, data: u32(12), info: slots('nonceAccount') },
  {
    type: 'createAccountAllowPrefund',
    accounts: 2,
    data: bytes(u32(13), u64(1n), u64(2n), filled(3)),
    info: { ...slots('newAccount', 'source'), lamports: 1, space: 2, owner: key(3) },
  },
  {
    type: 'createAccountAllowPrefund',
    accounts: 2,
    minAccounts: 1,
    data: bytes(u32(13), u64(0n), u64(2n), filled(3)),
    info: { ...slots('newAccount', '-'), space: 2, owner: key(3) },
  },
];

describeParser({
  program: 'system',
  programIds: [PROGRAM_ID],
  parse: parseSystemInstruction,
  cases,
  trailingBytes: 'ignored',
});

describe('system: data that does not decode', () => {
  const seedOf = (seed: Uint8Array) => bytes(u32(10), filled(4), seed, filled(3));
  const bad: readonly (readonly [string, Uint8Array])[] = [
    ['an unknown tag', u32(14)],
    ['a tag of all ones', u32(0xffffffff)],
    ['a seed with a lone continuation byte', seedOf(byteVec(u8(0x80)))],
    ['a seed with an overlong NUL', seedOf(byteVec(u8(0xc0, 0x80)))],
    ['a seed with an encoded surrogate', seedOf(byteVec(u8(0xed, 0xa0, 0x80)))],
    ['a seed above U+10FFFF', seedOf(byteVec(u8(0xf4, 0x90, 0x80, 0x80)))],
    ['a seed of u64::MAX bytes', seedOf(u64(U64_MAX))],
    ['a seed of 2^53 + 1 bytes', seedOf(u64(9007199254740993n))],
  ];
  test.each(bad)('%s', (_, data) => {
    expect(parseOrDecline(parseSystemInstruction, PROGRAM_ID, accountNames(5), data)).toBeUndefined();
  });

  test('one account may stand in several slots', () => {
    const [account] = accountNames(1);
    const parsed = parseOrDecline(parseSystemInstruction, PROGRAM_ID, [account!, account!], bytes(u32(2), u64(1n)));
    expect(stringifyJson(parsed?.parsed ?? null)).toBe(
      '{"info":{"destination":"a0","lamports":1,"source":"a0"},"type":"transfer"}',
    );
  });
});
