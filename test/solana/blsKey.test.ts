import { expect, it } from 'vitest';
import { decodeBase58 } from '../../src/codec/base58.ts';
import { address } from '../../src/solana/address.ts';
import { blsKeyOf } from '../../src/solana/blsKey.ts';
import { namedAddress } from '../support/transactions.ts';

it('is the same 48 bytes for an address, always; this one was checked by another library', () => {
  expect(blsKeyOf(address('Vote111111111111111111111111111111111111111'))).toBe(
    '6aVDkm18G1sE4QMetn4XGZTsPBYJ3Fqas4ZTfkTbKR2gkGm8rKyEz3foTatJ4TjDzH',
  );
});

it('has the bits of a compressed point, whose x is below the prime', () => {
  const largest = 0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaaan;
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) {
    const bytes = decodeBase58(blsKeyOf(namedAddress(name)));
    expect(bytes).toHaveLength(48);
    expect(bytes[0]! & 0xc0).toBe(0x80);
    const x = BigInt(`0x${Buffer.from([bytes[0]! & 0x1f, ...bytes.subarray(1)]).toString('hex')}`);
    expect(x <= largest).toBe(true);
  }
});
