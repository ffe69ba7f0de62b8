import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseStakeAccount } from '../../../../src/solana/programs/stake.ts';
import { describeHostile } from './hostile.ts';
import { f64, I64_MIN, i64, key, keyText, U64_MAX, u8, u32, u64 } from './layoutBytes.ts';
import { describeVectors, parsedText } from './vectors.ts';

const text = (data: Uint8Array) => parsedText(parseStakeAccount, data);

interface Numbers {
  readonly reserve: bigint;
  readonly lockupTime: bigint;
  readonly lockupEpoch: bigint;
  readonly stake: bigint;
  readonly activation: bigint;
  readonly deactivation: bigint;
  readonly credits: bigint;
}

const ORDINARY: Numbers = {
  reserve: 2282880n,
  lockupTime: 0n,
  lockupEpoch: 0n,
  stake: 1000000000n,
  activation: 400n,
  deactivation: U64_MAX,
  credits: 123n,
};

function meta({ reserve, lockupTime, lockupEpoch }: Numbers): Buffer {
  return Buffer.concat([u64(reserve), key(1), key(2), i64(lockupTime), u64(lockupEpoch), key(3)]);
}

function delegated(n: Numbers): Buffer {
  const delegation = Buffer.concat([key(4), u64(n.stake), u64(n.activation), u64(n.deactivation), f64(0.25)]);
  return Buffer.concat([u32(2), meta(n), delegation, u64(n.credits), u8(1), Buffer.alloc(3)]);
}

const metaText = (n: Numbers) =>
  `"meta":{"authorized":{"staker":"${keyText(1)}","withdrawer":"${keyText(2)}"},` +
  `"lockup":{"custodian":"${keyText(3)}","epoch":${n.lockupEpoch},"unixTimestamp":${n.lockupTime}},` +
  `"rentExemptReserve":"${n.reserve}"}`;

const delegatedText = (n: Numbers) =>
  `{"parsed":{"info":{${metaText(n)},"stake":{"creditsObserved":${n.credits},"delegation":{` +
  `"activationEpoch":"${n.activation}","deactivationEpoch":"${n.deactivation}","stake":"${n.stake}",` +
  `"voter":"${keyText(4)}"}}},"type":"delegated"},"program":"stake","space":200}`;

const initialized = Buffer.concat([u32(1), meta(ORDINARY)]);

describeVectors('stake', () => [parseStakeAccount]);
describeHostile(parseStakeAccount, [initialized, delegated(ORDINARY)]);

describe('stake accounts', () => {
  it.each([
    ['uninitialized', 0],
    ['rewardsPool', 3],
  ])('gives only a type for %s', (type, tag) => {
    expect(text(u32(tag))).toBe(`{"parsed":{"type":"${type}"},"program":"stake","space":4}`);
  });

  it('shows one that is not delegated', () => {
    expect(text(initialized)).toBe(
      `{"parsed":{"info":{${metaText(ORDINARY)},"stake":null},"type":"initialized"},"program":"stake","space":124}`,
    );
  });

  it('shows a delegation without its rate and flags', () => {
    expect(text(delegated(ORDINARY))).toBe(delegatedText(ORDINARY));
  });

  it.each([
    ['an unknown tag', Buffer.concat([u32(4), Buffer.alloc(196)])],
    ['an initialized one cut short', initialized.subarray(0, 123)],
    ['a delegation without flags', delegated(ORDINARY).subarray(0, 196)],
    ['no data', Buffer.alloc(0)],
  ])('falls back for %s', (_, data) => {
    expect(text(data)).toBeUndefined();
  });

  it('shows any numbers exactly', () => {
    const u64s = fc.bigInt(0n, U64_MAX);
    const numbers = fc.record({
      reserve: u64s,
      lockupTime: fc.bigInt(I64_MIN, -I64_MIN - 1n),
      lockupEpoch: u64s,
      stake: u64s,
      activation: u64s,
      deactivation: u64s,
      credits: u64s,
    });
    fc.assert(
      fc.property(numbers, (n) => {
        expect(text(delegated(n))).toBe(delegatedText(n));
      }),
    );
  });
});
