import { describe, expect, test } from 'vitest';
import { parseStakeInstruction } from '../../../../src/solana/programs/stake.ts';
import {
  accountNames,
  bytes,
  describeParser,
  filled,
  i64,
  key,
  type ParserCase,
  parseOrDecline,
  slots,
  text,
  u8,
  u32,
  u64,
} from './parserCases.ts';

const PROGRAM_ID = 'Stake11111111111111111111111111111111111111';
const STAKER = u32(0);
const WITHDRAWER = u32(1);
const NONE = u8(0);
const SOME = u8(1);

const cases: readonly ParserCase[] = [
  {
    type: 'initialize',
    accounts: 2,
    data: bytes(u32(0), filled(1), filled(2), i64(-5n), u64(18446744073709551615n), filled(3)),
    info: {
      ...slots('stakeAccount', 'rentSysvar'),
      authorized: { staker: key(1), withdrawer: key(2) },
      lockup: { unixTimestamp: -5, epoch: 18446744073709551615n, custodian: key(3) },
    },
  },
  {
    type: 'authorize',
    accounts: 3,
    data: bytes(u32(1), filled(4), STAKER),
    info: {
      ...slots('stakeAccount', 'clockSysvar', 'authority'),
      newAuthority: key(4),
      authorityType: 'Staker',
    },
  },
  {
    type: 'authorize',
    accounts: 4,
    minAccounts: 3,
    data: bytes(u32(1), filled(4), WITHDRAWER),
    info: {
      ...slots('stakeAccount', 'clockSysvar', 'authority', 'custodian'),
      newAuthority: key(4),
      authorityType: 'Withdrawer',
    },
  },
  {
    type: 'delegate',
    accounts: 6,
    data: u32(2),
    info: slots(
      'stakeAccount',
      'voteAccount',
      'clockSysvar',
      'stakeHistorySysvar',
      'stakeConfigAccount',
      'stakeAuthority',
    ),
  },
  {
    type: 'split',
    accounts: 3,
    data: bytes(u32(3), u64(9n)),
    info: { ...slots('stakeAccount', 'newSplitAccount', 'stakeAuthority'), lamports: 9 },
  },
  {
    type: 'withdraw',
    accounts: 5,
    data: bytes(u32(4), u64(9n)),
    info: {
      ...slots('stakeAccount', 'destination', 'clockSysvar', 'stakeHistorySysvar', 'withdrawAuthority'),
      lamports: 9,
    },
  },
  {
    type: 'withdraw',
    accounts: 6,
    minAccounts: 5,
    data: bytes(u32(4), u64(9n)),
    info: {
      ...slots('stakeAccount', 'destination', 'clockSysvar', 'stakeHistorySysvar', 'withdrawAuthority', 'custodian'),
      lamports: 9,
    },
  },
  { type: 'deactivate', accounts: 3, data: u32(5), info: slots('stakeAccount', 'clockSysvar', 'stakeAuthority') },
  {
    type: 'setLockup',
    accounts: 2,
    data: bytes(u32(6), NONE, NONE, NONE),
    info: { ...slots('stakeAccount', 'custodian'), lockup: {} },
  },
  {
    type: 'setLockup',
    accounts: 3,
    minAccounts: 2,
    data: bytes(u32(6), SOME, i64(-1n), SOME, u64(2n), SOME, filled(3)),
    info: {
      ...slots('stakeAccount', 'custodian'),
      lockup: { unixTimestamp: -1, epoch: 2, custodian: key(3) },
    },
  },
  {
    type: 'merge',
    accounts: 5,
    data: u32(7),
    info: slots('destination', 'source', 'clockSysvar', 'stakeHistorySysvar', 'stakeAuthority'),
  },
  {
    type: 'authorizeWithSeed',
    accounts: 2,
    data: bytes(u32(8), filled(4), WITHDRAWER, text('grain'), filled(5)),
    info: {
      ...slots('stakeAccount', 'authorityBase'),
      newAuthorized: key(4),
      authorityType: 'Withdrawer',
      authoritySeed: 'grain',
      authorityOwner: key(5),
    },
  },
  {
    type: 'authorizeWithSeed',
    accounts: 4,
    minAccounts: 2,
    data: bytes(u32(8), filled(4), STAKER, text(''), filled(5)),
    info: {
      ...slots('stakeAccount', 'authorityBase', 'clockSysvar', 'custodian'),
      newAuthorized: key(4),
      authorityType: 'Staker',
      authoritySeed: '',
      authorityOwner: key(5),
    },
  },
  {
    type: 'authorizeWithSeed',
    accounts: 3,
    minAccounts: 2,
    data: bytes(u32(8), filled(4), STAKER, text(''), filled(5)),
    info: {
      ...slots('stakeAccount', 'authorityBase', 'clockSysvar'),
      newAuthorized: key(4),
      authorityType: 'Staker',
      authoritySeed: '',
      authorityOwner: key(5),
    },
  },
  {
    type: 'initializeChecked',
    accounts: 4,
    data: u32(9),
    info: slots('stakeAccount', 'rentSysvar', 'staker', 'withdrawer'),
  },
  {
    type: 'authorizeChecked',
    accounts: 4,
    data: bytes(u32(10), STAKER),
    info: { ...slots('stakeAccount', 'clockSysvar', 'authority', 'newAuthority'), authorityType: 'Staker' },
  },
  {
    type: 'authorizeChecked',
    accounts: 5,
    minAccounts: 4,
    data: bytes(u32(10), WITHDRAWER),
    info: {
      ...slots('stakeAccount', 'clockSysvar', 'authority', 'newAuthority', 'custodian'),
      authorityType: 'Withdrawer',
    },
  },
  {
    type: 'authorizeCheckedWithSeed',
    accounts: 4,
    data: bytes(u32(11), STAKER, text('grain'), filled(5)),
    info: {
      ...slots('stakeAccount', 'authorityBase', 'clockSysvar', 'newAuthorized'),
      authorityType: 'Staker',
      authoritySeed: 'grain',
      authorityOwner: key(5),
    },
  },
  {
    type: 'authorizeCheckedWithSeed',
    accounts: 5,
    minAccounts: 4,
    data: bytes(u32(11), WITHDRAWER, text('grain'), filled(5)),
    info: {
      ...slots('stakeAccount', 'authorityBase', 'clockSysvar', 'newAuthorized', 'custodian'),
      authorityType: 'Withdrawer',
      authoritySeed: 'grain',
      authorityOwner: key(5),
    },
  },
  {
    type: 'setLockupChecked',
    accounts: 2,
    data: bytes(u32(12), NONE, SOME, u64(2n)),
    info: { ...slots('stakeAccount', 'custodian'), lockup: { epoch: 2 } },
  },
  {
    type: 'setLockupChecked',
    accounts: 3,
    minAccounts: 2,
    data: bytes(u32(12), SOME, i64(1n), NONE),
    info: { ...slots('stakeAccount', 'custodian'), lockup: { unixTimestamp: 1, custodian: 'a2' } },
  },
  { type: 'getMinimumDelegation', accounts: 1, data: u32(13), info: undefined },
  {
    type: 'deactivateDelinquent',
    accounts: 3,
    data: u32(14),
    info: slots('stakeAccount', 'voteAccount', 'referenceVoteAccount'),
  },
  {
    type: 'redelegate',
    accounts: 5,
    data: u32(15),
    info: slots('stakeAccount', 'newStakeAccount', 'voteAccount', 'stakeConfigAccount', 'stakeAuthority'),
  },
  {
    type: 'moveStake',
    accounts: 3,
    data: bytes(u32(16), u64(9n)),
    info: { ...slots('source', 'destination', 'stakeAuthority'), lamports: 9 },
  },
  {
    type: 'moveLamports',
    accounts: 3,
    data: bytes(u32(17), u64(9n)),
    info: { ...slots('source', 'destination', 'stakeAuthority'), lamports: 9 },
  },
];

describeParser({
  program: 'stake',
  programIds: [PROGRAM_ID],
  parse: parseStakeInstruction,
  cases,
  trailingBytes: 'ignored',
});

describe('stake: data that does not decode', () => {
  const bad: readonly (readonly [string, Uint8Array])[] = [
    ['an unknown tag', u32(18)],
    ['an unknown authority', bytes(u32(10), u32(2))],
    ['an option tag of 2', bytes(u32(6), u8(2), NONE, NONE)],
    ['a seed that is not UTF-8', bytes(u32(11), STAKER, u64(1n), u8(0xff), filled(5))],
  ];
  test.each(bad)('%s', (_, data) => {
    expect(parseOrDecline(parseStakeInstruction, PROGRAM_ID, accountNames(6), data)).toBeUndefined();
  });
});
