import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type JsonObject, stringifyJson } from '../../../../src/codec/jsonText.ts';
import { parseVoteInstruction } from '../../../../src/solana/programs/vote.ts';
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
  u16,
  u32,
  u64,
} from './parserCases.ts';

const PROGRAM_ID = 'Vote111111111111111111111111111111111111111';
const U64_MAX = 18446744073709551615n;
const VOTER = u32(0);
const WITHDRAWER = u32(1);
const VOTER_WITH_BLS = bytes(u32(2), filled(5, 48), filled(6, 96));
const WITH_BLS = { VoterWithBLS: { bls_pubkey: Array(48).fill(5), bls_proof_of_possession: Array(96).fill(6) } };
const NONE = u8(0);
const SOME = u8(1);
const TWO = slots('voteAccount', 'voteAuthority');
const FOUR = slots('voteAccount', 'slotHashesSysvar', 'clockSysvar', 'voteAuthority');

const vote = bytes(u64(2n), u64(10n), u64(U64_MAX), filled(7), SOME, i64(-3n));
const voteShown = { slots: [10, U64_MAX], hash: key(7), timestamp: -3 };
const update = bytes(u64(2n), u64(10n), u32(31), u64(11n), u32(0xffffffff), SOME, u64(9n), filled(7), SOME, i64(4n));
const updateShown = {
  lockouts: [
    { slot: 10, confirmation_count: 31 },
    { slot: 11, confirmation_count: 4294967295 },
  ],
  root: 9,
  hash: key(7),
  timestamp: 4,
};
// distances 1 and 300 from the root 9
const compact = bytes(u64(9n), u8(2), u8(1, 31), u8(0xac, 0x02, 1), filled(7), NONE);
const compactShown = {
  lockouts: [
    { slot: 10, confirmation_count: 31 },
    { slot: 310, confirmation_count: 1 },
  ],
  root: 9,
  hash: key(7),
  timestamp: null,
};

const cases: readonly ParserCase[] = [
  {
    type: 'initialize',
    accounts: 4,
    data: bytes(u32(0), filled(1), filled(2), filled(3), u8(100)),
    info: {
      ...slots('voteAccount', 'rentSysvar', 'clockSysvar', 'node'),
      authorizedVoter: key(2),
      authorizedWithdrawer: key(3),
      commission: 100,
    },
  },
  ...(
    [
      [VOTER, 'Voter'],
      [WITHDRAWER, 'Withdrawer'],
      [VOTER_WITH_BLS, WITH_BLS],
    ] as const
  ).map(([authority, shown]) => ({
    type: 'authorize',
    accounts: 3,
    data: bytes(u32(1), filled(4), authority),
    info: { ...slots('voteAccount', 'clockSysvar', 'authority'), newAuthority: key(4), authorityType: shown },
  })),
  { type: 'vote', accounts: 4, data: bytes(u32(2), vote), info: { ...FOUR, vote: voteShown } },
  {
    type: 'vote',
    accounts: 4,
    data: bytes(u32(2), u64(0n), filled(7), NONE),
    info: { ...FOUR, vote: { slots: [], hash: key(7), timestamp: null } },
  },
  {
    type: 'withdraw',
    accounts: 3,
    data: bytes(u32(3), u64(8n)),
    info: { ...slots('voteAccount', 'destination', 'withdrawAuthority'), lamports: 8 },
  },
  {
    type: 'updateValidatorIdentity',
    accounts: 3,
    data: u32(4),
    info: slots('voteAccount', 'newValidatorIdentity', 'withdrawAuthority'),
  },
  {
    type: 'updateCommission',
    accounts: 2,
    data: bytes(u32(5), u8(255)),
    info: { ...slots('voteAccount', 'withdrawAuthority'), commission: 255 },
  },
  {
    type: 'voteSwitch',
    accounts: 4,
    data: bytes(u32(6), vote, filled(8)),
    info: { ...FOUR, vote: voteShown, hash: key(8) },
  },
  {
    type: 'authorizeChecked',
    accounts: 4,
    data: bytes(u32(7), WITHDRAWER),
    info: { ...slots('voteAccount', 'clockSysvar', 'authority', 'newAuthority'), authorityType: 'Withdrawer' },
  },
  {
    type: 'updatevotestate',
    accounts: 2,
    data: bytes(u32(8), update),
    info: { ...TWO, voteStateUpdate: updateShown },
  },
  {
    type: 'updatevotestate',
    accounts: 2,
    data: bytes(u32(8), u64(0n), NONE, filled(7), NONE),
    info: { ...TWO, voteStateUpdate: { lockouts: [], root: null, hash: key(7), timestamp: null } },
  },
  {
    type: 'updatevotestateswitch',
    accounts: 2,
    data: bytes(u32(9), update, filled(8)),
    info: { ...TWO, voteStateUpdate: updateShown, hash: key(8) },
  },
  {
    type: 'authorizeWithSeed',
    accounts: 3,
    data: bytes(u32(10), VOTER_WITH_BLS, filled(2), text('grain'), filled(4)),
    info: {
      ...slots('voteAccount', 'clockSysvar', 'authorityBaseKey'),
      authorityType: WITH_BLS,
      authorityOwner: key(2),
      authoritySeed: 'grain',
      newAuthority: key(4),
    },
  },
  {
    type: 'authorizeCheckedWithSeed',
    accounts: 4,
    data: bytes(u32(11), VOTER, filled(2), text('grain')),
    info: {
      ...slots('voteAccount', 'clockSysvar', 'authorityBaseKey', 'newAuthority'),
      authorityType: 'Voter',
      authorityOwner: key(2),
      authoritySeed: 'grain',
    },
  },
  {
    type: 'compactupdatevotestate',
    accounts: 2,
    data: bytes(u32(12), compact),
    info: { ...TWO, voteStateUpdate: compactShown },
  },
  {
    type: 'compactupdatevotestateswitch',
    accounts: 2,
    data: bytes(u32(13), compact, filled(8)),
    info: { ...TWO, voteStateUpdate: compactShown, hash: key(8) },
  },
  {
    type: 'towersync',
    accounts: 2,
    data: bytes(u32(14), compact, filled(9)),
    info: { ...TWO, towerSync: { ...compactShown, blockId: key(9) } },
  },
  {
    type: 'towersyncswitch',
    accounts: 2,
    data: bytes(u32(15), compact, filled(9), filled(8)),
    info: { ...TWO, towerSync: { ...compactShown, blockId: key(9) }, hash: key(8) },
  },
  {
    type: 'initializeV2',
    accounts: 4,
    data: bytes(u32(16), filled(1), filled(2), filled(0, 48), filled(255, 96), filled(3), u16(750), u16(65535)),
    info: {
      ...slots('voteAccount', 'node', 'inflationRewardsCollector', 'blockRevenueCollector'),
      authorizedVoter: key(2),
      authorizedVoterBlsPubkey: 'A'.repeat(64),
      authorizedVoterBlsProofOfPossession: '/'.repeat(128),
      authorizedWithdrawer: key(3),
      inflationRewardsCommissionBps: 750,
      blockRevenueCommissionBps: 65535,
    },
  },
  ...['InflationRewards', 'BlockRevenue'].flatMap((commissionKind, tag) => [
    {
      type: 'updateCommissionCollector',
      accounts: 3,
      data: bytes(u32(17), u32(tag)),
      info: { ...slots('voteAccount', 'newCollector', 'withdrawAuthority'), commissionKind },
    },
    {
      type: 'updateCommissionBps',
      accounts: 2,
      data: bytes(u32(18), u16(750), u32(tag)),
      info: { ...slots('voteAccount', 'withdrawAuthority'), commissionBps: 750, commissionKind },
    },
  ]),
  {
    type: 'depositDelegatorRewards',
    accounts: 2,
    data: bytes(u32(19), u64(U64_MAX)),
    info: { ...slots('voteAccount', 'source'), deposit: U64_MAX },
  },
];

describeParser({
  program: 'vote',
  programIds: [PROGRAM_ID],
  parse: parseVoteInstruction,
  cases,
  trailingBytes: 'ignored',
});

const parse = (data: Uint8Array) => parseOrDecline(parseVoteInstruction, PROGRAM_ID, accountNames(4), data);

/** A compact update of a root and whatever stands for its lockouts. */
function compactOf(root: bigint, lockouts: Uint8Array): Uint8Array {
  return bytes(u32(12), u64(root), lockouts, filled(7), NONE);
}

function parseLockouts(root: bigint, lockouts: Uint8Array): string | undefined {
  const parsed = parse(compactOf(root, lockouts))?.parsed as { info: { voteStateUpdate: JsonObject } } | undefined;
  if (parsed === undefined) return undefined;
  const { root: shownRoot, lockouts: shown } = parsed.info.voteStateUpdate;
  return stringifyJson({ root: shownRoot, lockouts: shown });
}

describe('vote: data that does not decode', () => {
  const bad: readonly (readonly [string, Uint8Array])[] = [
    ['an unknown tag', u32(20)],
    ['an unknown authority', bytes(u32(7), u32(3))],
    ['an unknown commission', bytes(u32(17), u32(2))],
    ['a timestamp option of 2', bytes(u32(2), u64(0n), filled(7), u8(2))],
    ['u64::MAX slots announced', bytes(u32(2), u64(U64_MAX), filled(7), NONE)],
    ['a seed that is not UTF-8', bytes(u32(11), VOTER, filled(2), u64(1n), u8(0xff))],
    ['a count of 80 00', compactOf(0n, u8(0x80, 0x00))],
    ['a count above 65535', compactOf(0n, u8(0x80, 0x80, 0x04))],
    ['a count of four bytes', compactOf(0n, u8(0x80, 0x80, 0x80, 0x01))],
    ['a distance with a zero group at its end', compactOf(0n, u8(1, 0x81, 0x00, 31))],
    ['a distance of more than 64 bits', compactOf(0n, u8(1, ...Array(9).fill(0xff), 0x02, 31))],
    ['a distance of eleven bytes', compactOf(0n, u8(1, ...Array(10).fill(0x80), 0x01, 31))],
    ['a slot above u64::MAX', compactOf(U64_MAX - 1n, u8(1, 2, 31))],
  ];
  test.each(bad)('%s', (_, data) => {
    expect(parse(data)).toBeUndefined();
  });
});

describe('vote: compact lockouts', () => {
  test('a root of u64::MAX is none, and slots count from 0', () => {
    expect(parseLockouts(U64_MAX, u8(1, 5, 31))).toBe('{"lockouts":[{"confirmation_count":31,"slot":5}],"root":null}');
  });

  test('a root of 0 is a root', () => {
    expect(parseLockouts(0n, u8(0))).toBe('{"lockouts":[],"root":0}');
  });

  test('a distance of 0, and one of 64 bits', () => {
    expect(parseLockouts(0n, u8(2, 0, 255, ...Array(9).fill(0xff), 0x01, 1))).toBe(
      `{"lockouts":[{"confirmation_count":255,"slot":0},{"confirmation_count":1,"slot":${U64_MAX}}],"root":0}`,
    );
  });

  test('as many as the bytes hold, each the sum of the distances so far', () => {
    const distance = fc.bigInt({ min: 0n, max: (1n << 48n) - 1n });
    const lockout = fc.tuple(distance, fc.integer({ min: 0, max: 255 }));
    fc.assert(
      fc.property(distance, fc.array(lockout, { maxLength: 127 }), (root, lockouts) => {
        const encoded = lockouts.map(([offset, count]) => bytes(varint(offset), u8(count)));
        let slot = root;
        const shown = lockouts.map(([offset, count]) => {
          slot += offset;
          return { slot, confirmation_count: count };
        });
        expect(parseLockouts(root, bytes(u8(lockouts.length), ...encoded))).toBe(
          stringifyJson({ root, lockouts: shown }),
        );
      }),
    );
  });
});

function varint(value: bigint): Uint8Array {
  if (value < 128n) return u8(Number(value));
  return bytes(u8(Number(value & 0x7fn) | 0x80), varint(value >> 7n));
}
