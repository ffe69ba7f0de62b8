import { describe, expect, test } from 'vitest';
import { parseUpgradeableLoaderInstruction } from '../../../../src/solana/programs/loaders.ts';
import {
  accountNames,
  bytes,
  byteVec,
  describeParser,
  type ParserCase,
  parseOrDecline,
  slots,
  u8,
  u32,
  u64,
} from './parserCases.ts';

const PROGRAM_ID = 'BPFLoaderUpgradeab1e11111111111111111111111';

const cases: readonly ParserCase[] = [
  { type: 'initializeBuffer', accounts: 1, data: u32(0), info: slots('account') },
  { type: 'initializeBuffer', accounts: 2, minAccounts: 1, data: u32(0), info: slots('account', 'authority') },
  {
    type: 'write',
    accounts: 2,
    data: bytes(u32(1), u32(7), byteVec(u8(255, 254))),
    info: { ...slots('account', 'authority'), offset: 7, bytes: '//4=' },
  },
  {
    type: 'deployWithMaxDataLen',
    accounts: 8,
    data: bytes(u32(2), u64(18446744073709551615n)),
    info: {
      ...slots(
        'payerAccount',
        'programDataAccount',
        'programAccount',
        'bufferAccount',
        'rentSysvar',
        'clockSysvar',
        'systemProgram',
        'authority',
      ),
      maxDataLen: 18446744073709551615n,
    },
  },
  {
    type: 'upgrade',
    accounts: 7,
    data: u32(3),
    info: slots(
      'programDataAccount',
      'programAccount',
      'bufferAccount',
      'spillAccount',
      'rentSysvar',
      'clockSysvar',
      'authority',
    ),
  },
  { type: 'setAuthority', accounts: 2, data: u32(4), info: { ...slots('account', 'authority'), newAuthority: null } },
  {
    type: 'setAuthority',
    accounts: 3,
    minAccounts: 2,
    data: u32(4),
    info: slots('account', 'authority', 'newAuthority'),
  },
  {
    type: 'close',
    accounts: 3,
    data: u32(5),
    info: { ...slots('account', 'recipient', 'authority'), programAccount: null },
  },
  {
    type: 'close',
    accounts: 4,
    minAccounts: 3,
    data: u32(5),
    info: slots('account', 'recipient', 'authority', 'programAccount'),
  },
  {
    type: 'extendProgram',
    accounts: 2,
    data: bytes(u32(6), u32(10)),
    info: {
      ...slots('programDataAccount', 'programAccount'),
      systemProgram: null,
      payerAccount: null,
      additionalBytes: 10,
    },
  },
  {
    type: 'extendProgram',
    accounts: 3,
    minAccounts: 2,
    data: bytes(u32(6), u32(10)),
    info: {
      ...slots('programDataAccount', 'programAccount', 'systemProgram'),
      payerAccount: null,
      additionalBytes: 10,
    },
  },
  {
    type: 'extendProgram',
    accounts: 4,
    minAccounts: 2,
    data: bytes(u32(6), u32(10)),
    info: {
      ...slots('programDataAccount', 'programAccount', 'systemProgram', 'payerAccount'),
      additionalBytes: 10,
    },
  },
  { type: 'setAuthorityChecked', accounts: 3, data: u32(7), info: slots('account', 'authority', 'newAuthority') },
];

describeParser({
  program: 'bpf-upgradeable-loader',
  programIds: [PROGRAM_ID],
  parse: parseUpgradeableLoaderInstruction,
  cases,
  trailingBytes: 'ignored',
});

describe('bpf-upgradeable-loader: data that does not decode', () => {
  const bad: readonly (readonly [string, Uint8Array])[] = [
    ['an unknown tag', u32(10)],
    ['u64::MAX bytes announced', bytes(u32(1), u32(0), u64(18446744073709551615n))],
  ];
  test.each(bad)('%s', (_, data) => {
    expect(parseOrDecline(parseUpgradeableLoaderInstruction, PROGRAM_ID, accountNames(8), data)).toBeUndefined();
  });
});
