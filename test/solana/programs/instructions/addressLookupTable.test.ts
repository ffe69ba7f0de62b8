import { describe, expect, test } from 'vitest';
import { parseAddressLookupTableInstruction } from '../../../../src/solana/programs/addressLookupTable.ts';
import {
  accountNames,
  bytes,
  describeParser,
  filled,
  key,
  type ParserCase,
  parseOrDecline,
  slots,
  u8,
  u32,
  u64,
} from './parserCases.ts';

const PROGRAM_ID = 'AddressLookupTab1e1111111111111111111111111';
const BOTH = slots('lookupTableAccount', 'lookupTableAuthority');

const cases: readonly ParserCase[] = [
  {
    type: 'createLookupTable',
    accounts: 4,
    data: bytes(u32(0), u64(9007199254740993n), u8(254)),
    info: {
      ...slots('lookupTableAccount', 'lookupTableAuthority', 'payerAccount', 'systemProgram'),
      recentSlot: 9007199254740993n,
      bumpSeed: 254,
    },
  },
  { type: 'freezeLookupTable', accounts: 2, data: u32(1), info: BOTH },
  { type: 'extendLookupTable', accounts: 2, data: bytes(u32(2), u64(0n)), info: { ...BOTH, newAddresses: [] } },
  {
    type: 'extendLookupTable',
    accounts: 3,
    minAccounts: 2,
    data: bytes(u32(2), u64(1n), filled(1)),
    info: { ...BOTH, newAddresses: [key(1)] },
  },
  {
    type: 'extendLookupTable',
    accounts: 4,
    minAccounts: 2,
    data: bytes(u32(2), u64(2n), filled(1), filled(2)),
    info: {
      ...slots('lookupTableAccount', 'lookupTableAuthority', 'payerAccount', 'systemProgram'),
      newAddresses: [key(1), key(2)],
    },
  },
  { type: 'deactivateLookupTable', accounts: 2, data: u32(3), info: BOTH },
  {
    type: 'closeLookupTable',
    accounts: 3,
    data: u32(4),
    info: slots('lookupTableAccount', 'lookupTableAuthority', 'recipient'),
  },
];

describeParser({
  program: 'address-lookup-table',
  programIds: [PROGRAM_ID],
  parse: parseAddressLookupTableInstruction,
  cases,
  trailingBytes: 'ignored',
});

describe('address-lookup-table: data that does not decode', () => {
  const bad: readonly (readonly [string, Uint8Array])[] = [
    ['an unknown tag', u32(5)],
    ['more addresses announced than there are', bytes(u32(2), u64(2n), filled(1))],
    ['u64::MAX addresses announced', bytes(u32(2), u64(18446744073709551615n), filled(1))],
  ];
  test.each(bad)('%s', (_, data) => {
    expect(parseOrDecline(parseAddressLookupTableInstruction, PROGRAM_ID, accountNames(4), data)).toBeUndefined();
  });
});
