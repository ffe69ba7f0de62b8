import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeBase58 } from '../../../../src/codec/base58.ts';
import { parseVoteAccount } from '../../../../src/solana/programs/voteAccounts.ts';
import { describeHostile } from './hostile.ts';
import { I64_MIN, i64, key, keyText, U64_MAX, u8, u16, u32, u64 } from './layoutBytes.ts';
import { ANY_ADDRESS, describeVectors, parsedText } from './vectors.ts';

const text = (data: Uint8Array) => parsedText(parseVoteAccount, data);

const NODE = key(1);
const WITHDRAWER = key(2);
const NO_ITEMS = u64(0n);
const NO_ROOT = u8(0);
const PRIOR_VOTERS = Buffer.alloc(1545, 0xee);
const LAST_TIMESTAMP = Buffer.concat([u64(100n), i64(1700000000n)]);
const BLS = Buffer.alloc(48, 5);

function v4Rewards(inflationBps: number, bls: Uint8Array = u8(0)): Buffer {
  return Buffer.concat([key(3), key(4), u16(inflationBps), u16(9999), u64(U64_MAX), bls]);
}

const credits = Buffer.concat([u64(1n), u64(30n), u64(U64_MAX), u64(7n)]);
const voters = Buffer.concat([u64(3n), u64(9n), key(8), u64(5n), key(6), u64(9n), key(7)]);
const votersText = `[{"authorizedVoter":"${keyText(6)}","epoch":5},{"authorizedVoter":"${keyText(7)}","epoch":9}]`;

const v1 = Buffer.concat([
  ...[u32(1), NODE, WITHDRAWER, u8(7)],
  ...[u64(1n), u64(50n), u32(31)],
  ...[u8(1), u64(U64_MAX), voters, PRIOR_VOTERS, credits, LAST_TIMESTAMP],
]);
const v3 = Buffer.concat([
  ...[u32(2), NODE, WITHDRAWER, u8(255)],
  ...[u64(1n), u8(4), u64(50n), u32(31)],
  ...[NO_ROOT, voters, PRIOR_VOTERS, credits, LAST_TIMESTAMP],
]);
const v4 = Buffer.concat([
  ...[u32(3), NODE, WITHDRAWER, v4Rewards(501, Buffer.concat([u8(1), BLS]))],
  ...[u64(1n), u8(4), u64(50n), u32(31)],
  ...[NO_ROOT, voters, credits, LAST_TIMESTAMP],
]);

interface Shown {
  readonly space: number;
  readonly collectors: readonly [inflation: string, block: string];
  readonly commission: number;
  readonly bps: readonly [inflation: number, block: number];
  readonly bls: string;
  readonly pending: string;
  readonly root: string;
  readonly latency: number;
}

function voteText(shown: Shown): string {
  const [inflationCollector, blockCollector] = shown.collectors;
  return (
    `{"parsed":{"info":{"authorizedVoters":${votersText},"authorizedWithdrawer":"${keyText(2)}",` +
    `"blockRevenueCollector":"${blockCollector}","blockRevenueCommissionBps":${shown.bps[1]},` +
    `"blsPubkeyCompressed":${shown.bls},"commission":${shown.commission},` +
    '"epochCredits":[{"credits":"18446744073709551615","epoch":30,"previousCredits":"7"}],' +
    `"inflationRewardsCollector":"${inflationCollector}","inflationRewardsCommissionBps":${shown.bps[0]},` +
    `"lastTimestamp":{"slot":100,"timestamp":1700000000},"nodePubkey":"${keyText(1)}",` +
    `"pendingDelegatorRewards":"${shown.pending}","priorVoters":[],"rootSlot":${shown.root},` +
    `"votes":[{"confirmationCount":31,"latency":${shown.latency},"slot":50}]},"type":"vote"},` +
    `"program":"vote","space":${shown.space}}`
  );
}

describeVectors('vote', () => [parseVoteAccount]);
describeHostile(parseVoteAccount, [v1, v3, v4]);

describe('vote accounts', () => {
  const converted = { collectors: [ANY_ADDRESS, keyText(1)], bls: 'null', pending: '0' } as const;

  it('shows v1_14_11 with itself and its node as collectors', () => {
    const rest = { space: v1.length, commission: 7, root: '18446744073709551615', latency: 0 };
    expect(text(v1)).toBe(voteText({ ...converted, ...rest, bps: [700, 10000] }));
  });

  it('shows v3 with latencies', () => {
    const rest = { space: v3.length, commission: 255, root: 'null', latency: 4 };
    expect(text(v3)).toBe(voteText({ ...converted, ...rest, bps: [25500, 10000] }));
  });

  it('shows v4 with what it stores, the commission rounded up', () => {
    const shown = { space: v4.length, commission: 6, bps: [501, 9999], root: 'null', latency: 4 } as const;
    const own = { collectors: [keyText(3), keyText(4)], bls: `"${encodeBase58(BLS)}"`, pending: `${U64_MAX}` } as const;
    expect(text(v4)).toBe(voteText({ ...shown, ...own }));
  });

  it.each([
    [0, 0],
    [1, 1],
    [100, 1],
    [101, 2],
    [25500, 255],
    [65535, 255],
  ])('shows %d basis points as a commission of %d', (bps, commission) => {
    const head = [u32(3), NODE, WITHDRAWER, v4Rewards(bps), NO_ITEMS, NO_ROOT, NO_ITEMS, NO_ITEMS];
    expect(text(Buffer.concat([...head, LAST_TIMESTAMP]))).toContain(`"commission":${commission},`);
  });

  it.each([v1, v3, v4])('needs every byte and ignores what follows', (data) => {
    expect(text(data.subarray(0, -1))).toBeUndefined();
    const longer = Buffer.concat([data, Buffer.alloc(100, 0xff)]);
    expect(text(longer)).toBe(text(data)?.replace(`"space":${data.length}`, `"space":${longer.length}`));
  });

  it.each([
    ['an account that was never initialized', Buffer.alloc(3762)],
    ['an unknown version', Buffer.concat([u32(4), v4.subarray(4)])],
    ['a root tag of 2', Buffer.concat([u32(2), NODE, WITHDRAWER, u8(0), NO_ITEMS, u8(2), Buffer.alloc(2000)])],
    ['a BLS tag of 2', Buffer.concat([u32(3), NODE, WITHDRAWER, v4Rewards(0, u8(2)), Buffer.alloc(2000)])],
  ])('falls back for %s', (_, data) => {
    expect(text(data)).toBeUndefined();
  });

  it.each([31n, 1n << 32n, 1n << 61n, U64_MAX])('falls back for lists that claim %d items', (count) => {
    const head = [u32(3), NODE, WITHDRAWER, v4Rewards(0)];
    const tail = Buffer.alloc(300);
    expect(text(Buffer.concat([...head, u64(count), tail]))).toBeUndefined();
    expect(text(Buffer.concat([...head, NO_ITEMS, NO_ROOT, u64(count), tail]))).toBeUndefined();
    expect(text(Buffer.concat([...head, NO_ITEMS, NO_ROOT, NO_ITEMS, u64(count), tail]))).toBeUndefined();
  });

  it('shows any votes, credits and times exactly', () => {
    const u64s = fc.bigInt(0n, U64_MAX);
    const votes = fc.array(fc.record({ latency: fc.nat(255), slot: u64s, confirmationCount: fc.nat() }));
    const times = fc.bigInt(I64_MIN, -I64_MIN - 1n);
    fc.assert(
      fc.property(votes, fc.array(fc.tuple(u64s, u64s, u64s)), times, (landed, earned, time) => {
        const data = Buffer.concat([
          ...[u32(3), NODE, WITHDRAWER, v4Rewards(0), u64(BigInt(landed.length))],
          ...landed.flatMap((vote) => [u8(vote.latency), u64(vote.slot), u32(vote.confirmationCount)]),
          ...[NO_ROOT, NO_ITEMS, u64(BigInt(earned.length)), ...earned.flat().map(u64), u64(1n), i64(time)],
        ]);
        const votesText = landed.map(
          (vote) => `{"confirmationCount":${vote.confirmationCount},"latency":${vote.latency},"slot":${vote.slot}}`,
        );
        const creditsText = earned.map(
          ([epoch, now, before]) => `{"credits":"${now}","epoch":${epoch},"previousCredits":"${before}"}`,
        );
        expect(text(data)).toContain(`"epochCredits":[${creditsText.join(',')}]`);
        expect(text(data)).toContain(`"votes":[${votesText.join(',')}]`);
        expect(text(data)).toContain(`"lastTimestamp":{"slot":1,"timestamp":${time}}`);
      }),
    );
  });
});
