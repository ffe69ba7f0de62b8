import { describe, expect, it } from 'vitest';
import { readMintInfo } from '../../../../src/solana/programs/splToken/mintInfo.ts';
import { f64, i64, key, u8, u16 } from './layoutBytes.ts';
import { accountWith, entry, mint, mintWith, multisig, optionalKey, tokenAccount } from './splTokenBytes.ts';

const interest = (rate: number): Buffer => Buffer.concat([key(1), i64(-5n), u16(0xffff), i64(6n), u16(rate)]);
const scaled = (multiplier: number): Buffer => Buffer.concat([key(1), f64(multiplier), i64(7n), f64(2.5)]);

describe('readMintInfo', () => {
  it('gives decimals and the time', () => {
    expect(readMintInfo(mint({ decimals: 6 }), 9n)).toEqual({ decimals: 6, unixTimestamp: 9n });
    expect(readMintInfo(mintWith(), -1n)).toEqual({ decimals: 0, unixTimestamp: -1n });
  });

  it('gives the first interest and the first scaling', () => {
    const data = mintWith(entry(10, interest(1)), entry(25, scaled(1.5)), entry(10, interest(2)), entry(25, scaled(9)));
    expect(readMintInfo(data, 0n)).toMatchObject({
      interestBearing: {
        initializationTimestamp: -5n,
        preUpdateAverageRate: -1,
        lastUpdateTimestamp: 6n,
        currentRate: 1,
      },
      scaledUiAmount: { multiplier: 1.5, newMultiplierEffectiveTimestamp: 7n, newMultiplier: 2.5 },
    });
  });

  it('finds them behind types that it does not know and before entries that are cut off', () => {
    const data = mintWith(entry(28, u8(1)), entry(65535), entry(10, interest(3)), u16(1), u16(9));
    expect(readMintInfo(data, 0n)?.interestBearing?.currentRate).toBe(3);
  });

  it.each([
    ['of another length', [entry(10, Buffer.alloc(51)), entry(25, Buffer.alloc(57)), entry(10, interest(1))]],
    ['behind type 0', [u16(0), u16(0), entry(10, interest(1)), entry(25, scaled(2))]],
    ['behind an entry that is cut off', [u16(3), u16(9999), entry(10, interest(1))]],
    ['cut off', [entry(10, interest(1)).subarray(0, -1)]],
  ])('takes a config %s for absent', (_, entries) => {
    expect(readMintInfo(mintWith(...entries), 0n)).toEqual({ decimals: 0, unixTimestamp: 0n });
  });

  it.each([
    ['no bytes', Buffer.alloc(0)],
    ['an account', tokenAccount()],
    ['an account with extensions', accountWith(entry(7))],
    ['a multisig', multisig(1, 1, [key(1)])],
    ['an uninitialized mint', mint({ isInitialized: 0 })],
    ['a bad tag', mint({ freezeAuthority: optionalKey(6, 2) })],
  ])('gives nothing for %s', (_, data) => {
    expect(readMintInfo(data, 0n)).toBeUndefined();
  });
});
