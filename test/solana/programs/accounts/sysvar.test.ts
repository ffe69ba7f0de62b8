import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonText } from '../../../../src/codec/jsonText.ts';
import { address } from '../../../../src/solana/address.ts';
import { parseSysvarAccount, SYSVARS } from '../../../../src/solana/programs/sysvarAccounts.ts';
import { describeHostile } from './hostile.ts';
import { f64, I64_MIN, i64, key, keyText, U64_MAX, u8, u64 } from './layoutBytes.ts';
import { describeVectors, parsedText } from './vectors.ts';

const CLOCK = 'SysvarC1ock11111111111111111111111111111111';
const SLOT_HISTORY = 'SysvarS1otHistory11111111111111111111111111';

const text = (account: string, data: Uint8Array) => parsedText(parseSysvarAccount, data, address(account));
const envelope = (type: string, info: JsonText, space: number) =>
  `{"parsed":{"info":${info},"type":"${type}"},"program":"sysvar","space":${space}}`;

interface Case {
  readonly account: string;
  readonly type: string;
  readonly data: Buffer;
  readonly info: JsonText;
  /** the shortest data that still parses; for counted lists the items need not fill the account */
  readonly needed: number;
}

function epochRewards(points: readonly [bigint, bigint], active: number): Buffer {
  const [low, high] = points;
  return Buffer.concat([u64(9n), u64(4n), key(6), u64(low), u64(high), u64(U64_MAX), u64(3n), u8(active)]);
}

const CASES: readonly Case[] = [
  {
    account: CLOCK,
    type: 'clock',
    data: Buffer.concat([u64(U64_MAX), i64(-1n), u64(2n), u64(3n), i64(I64_MIN)]),
    info: '{"epoch":2,"epochStartTimestamp":-1,"leaderScheduleEpoch":3,"slot":18446744073709551615,"unixTimestamp":-9223372036854775808}',
    needed: 40,
  },
  {
    account: 'SysvarEpochSchedu1e111111111111111111111111',
    type: 'epochSchedule',
    data: Buffer.concat([u64(432000n), u64(432001n), u8(1), u64(14n), u64(524256n)]),
    info: '{"firstNormalEpoch":14,"firstNormalSlot":524256,"leaderScheduleSlotOffset":432001,"slotsPerEpoch":432000,"warmup":true}',
    needed: 33,
  },
  {
    account: 'SysvarFees111111111111111111111111111111111',
    type: 'fees',
    data: u64(5000n),
    info: '{"feeCalculator":{"lamportsPerSignature":"5000"}}',
    needed: 8,
  },
  {
    account: 'SysvarRecentB1ockHashes11111111111111111111',
    type: 'recentBlockhashes',
    data: Buffer.concat([u64(1n), key(1), u64(5000n), Buffer.alloc(80, 0xff)]),
    info: `[{"blockhash":"${keyText(1)}","feeCalculator":{"lamportsPerSignature":"5000"}}]`,
    needed: 48,
  },
  {
    account: 'SysvarRent111111111111111111111111111111111',
    type: 'rent',
    data: Buffer.concat([u64(3480n), f64(2), u8(50)]),
    info: '{"lamportsPerByte":"3480"}',
    needed: 17,
  },
  {
    account: 'SysvarRewards111111111111111111111111111111',
    type: 'rewards',
    data: Buffer.concat([f64(42), f64(7)]),
    info: '{"validatorPointValue":42.0}',
    needed: 16,
  },
  {
    account: 'SysvarS1otHashes111111111111111111111111111',
    type: 'slotHashes',
    data: Buffer.concat([u64(2n), u64(U64_MAX), key(1), u64(1n), key(2), Buffer.alloc(40)]),
    info: `[{"hash":"${keyText(1)}","slot":18446744073709551615},{"hash":"${keyText(2)}","slot":1}]`,
    needed: 88,
  },
  {
    account: 'SysvarStakeHistory1111111111111111111111111',
    type: 'stakeHistory',
    data: Buffer.concat([u64(1n), u64(5n), u64(U64_MAX), u64(7n), u64(8n)]),
    info: '[{"epoch":5,"stakeHistory":{"activating":7,"deactivating":8,"effective":18446744073709551615}}]',
    needed: 40,
  },
  {
    account: 'SysvarLastRestartS1ot1111111111111111111111',
    type: 'lastRestartSlot',
    data: u64(11n),
    info: '{"lastRestartSlot":11}',
    needed: 8,
  },
  {
    account: 'SysvarEpochRewards1111111111111111111111111',
    type: 'epochRewards',
    data: epochRewards([U64_MAX, 1n], 1),
    info:
      '{"active":true,"distributedRewards":"3","distributionStartingBlockHeight":9,"numPartitions":4,' +
      `"parentBlockhash":"${keyText(6)}","totalPoints":"36893488147419103231","totalRewards":"18446744073709551615"}`,
    needed: 81,
  },
];

function slotHistory(blocks: Uint8Array, numBits: bigint, count = BigInt(blocks.length / 8)): Buffer {
  return Buffer.concat([u8(1), u64(count), blocks, u64(numBits), u64(77n)]);
}

const BITS = 1048576;
const accounts = [...CASES.map(({ account }) => account), SLOT_HISTORY];

describeVectors('sysvar', () => [parseSysvarAccount]);
describeVectors('sysvar-slot-history', () => [parseSysvarAccount]);
describeHostile(
  parseSysvarAccount,
  CASES.map(({ data }) => data),
  accounts.map(address),
);

describe('sysvars', () => {
  it('are all tested here', () => expect([...SYSVARS.keys()].sort()).toEqual([...accounts].sort()));

  it.each(CASES)('shows $type', ({ account, type, data, info }) => {
    expect(text(account, data)).toBe(envelope(type, info, data.length));
  });

  it.each(CASES)('needs $needed bytes of $type and no more', ({ account, type, data, info, needed }) => {
    expect(text(account, data.subarray(0, needed))).toBe(envelope(type, info, needed));
    expect(text(account, data.subarray(0, needed - 1))).toBeUndefined();
  });

  it('falls back for any other address', () => {
    expect(text('Sysvar1nstructions1111111111111111111111111', CASES[0]!.data)).toBeUndefined();
  });

  it('falls back for a bool that is neither 0 nor 1', () => {
    expect(text('SysvarEpochRewards1111111111111111111111111', epochRewards([0n, 0n], 0))).toContain('"active":false');
    expect(text('SysvarEpochRewards1111111111111111111111111', epochRewards([0n, 0n], 2))).toBeUndefined();
  });

  it.each([2n, 1n << 32n, 1n << 60n, U64_MAX])('falls back for a list that claims %d items', (count) => {
    for (const account of [
      'SysvarRecentB1ockHashes11111111111111111111',
      'SysvarS1otHashes111111111111111111111111111',
    ]) {
      expect(text(account, Buffer.concat([u64(count), Buffer.alloc(79)]))).toBeUndefined();
    }
    const history = Buffer.concat([u64(count), Buffer.alloc(63)]);
    expect(text('SysvarStakeHistory1111111111111111111111111', history)).toBeUndefined();
  });

  it('shows any clock exactly', () => {
    const u64s = fc.bigInt(0n, U64_MAX);
    const i64s = fc.bigInt(I64_MIN, -I64_MIN - 1n);
    fc.assert(
      fc.property(u64s, i64s, u64s, u64s, i64s, (slot, start, epoch, leader, now) => {
        const data = Buffer.concat([u64(slot), i64(start), u64(epoch), u64(leader), i64(now)]);
        const info =
          `{"epoch":${epoch},"epochStartTimestamp":${start},"leaderScheduleEpoch":${leader},` +
          `"slot":${slot},"unixTimestamp":${now}}`;
        expect(text(CLOCK, data)).toBe(envelope('clock', info, 40));
      }),
    );
  });

  it('shows any total points exactly', () => {
    const u64s = fc.bigInt(0n, U64_MAX);
    fc.assert(
      fc.property(u64s, u64s, (low, high) => {
        const shown = text('SysvarEpochRewards1111111111111111111111111', epochRewards([low, high], 0));
        expect(shown).toContain(`"totalPoints":"${(high << 64n) + low}"`);
      }),
    );
  });
});

describe('slot history', () => {
  const blocks = Buffer.alloc(BITS / 8);
  blocks[0] = 0b0000_0101;
  blocks[9] = 0b1000_0000;
  blocks[blocks.length - 1] = 0b1000_0000;

  it('shows the lowest bit of each block first', () => {
    const bits = Array.from({ length: BITS }, (_, i) => ([0, 2, 79, BITS - 1].includes(i) ? '1' : '0')).join('');
    const data = slotHistory(blocks, BigInt(BITS));
    expect(text(SLOT_HISTORY, data) === envelope('slotHistory', `{"bits":"${bits}","nextSlot":77}`, 131097)).toBe(true);
  });

  it('shows no more bits than the reference, however many there are', () => {
    const longer = Buffer.concat([blocks, Buffer.alloc(8, 0xff)]);
    const bits = /"bits":"([01]*)"/.exec(text(SLOT_HISTORY, slotHistory(longer, BigInt(BITS + 64))) ?? '')?.[1];
    expect(bits?.length).toBe(BITS);
  });

  it.each([
    ['too few blocks', slotHistory(blocks.subarray(8), BigInt(BITS))],
    ['too few bits', slotHistory(blocks, BigInt(BITS - 1))],
    ['no blocks', Buffer.concat([u8(0), u64(BigInt(BITS)), u64(77n)])],
    ['an option tag of 2', Buffer.concat([u8(2), slotHistory(blocks, BigInt(BITS)).subarray(1)])],
    ['more blocks than bytes', slotHistory(blocks, BigInt(BITS), 1n << 61n)],
    ['no next slot', slotHistory(blocks, BigInt(BITS)).subarray(0, 131096)],
  ])('falls back for %s', (_, data) => {
    expect(text(SLOT_HISTORY, data)).toBeUndefined();
  });
});
