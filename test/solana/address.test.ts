import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeBase58 } from '../../src/codec/base58.ts';
import {
  type Address,
  addressOf,
  CLOCK_SYSVAR,
  compareAddresses,
  MEMO_PROGRAM,
  MEMO_V1_PROGRAM,
  NATIVE_MINT,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
  UPGRADEABLE_LOADER,
} from '../../src/solana/address.ts';

/** Leading zeros and long common starts are where text order and byte order part. */
const someBytes = fc
  .tuple(fc.nat(32), fc.constantFrom(0, 1, 0x39, 0x3a, 0xff), fc.uint8Array({ minLength: 32, maxLength: 32 }))
  .map(([length, start, rest]) => Uint8Array.of(...new Uint8Array(length).fill(start), ...rest).slice(0, 32));

function zerosThen(zeros: number, ...bytes: readonly number[]): Address {
  const whole = new Uint8Array(32);
  whole.set(bytes, zeros);
  return addressOf(whole);
}

describe('compareAddresses', () => {
  test('orders as the bytes do', () => {
    fc.assert(
      fc.property(someBytes, someBytes, (a, b) => {
        const order = compareAddresses(addressOf(a), addressOf(b));
        expect(Math.sign(order)).toBe(Buffer.compare(a, b));
      }),
      { numRuns: 3000 },
    );
  });

  test('an address is equal to itself only', () => {
    fc.assert(
      fc.property(someBytes, fc.nat(31), fc.integer({ min: 1, max: 255 }), (bytes, at, change) => {
        const other = bytes.slice();
        other[at]! ^= change;
        expect(compareAddresses(addressOf(bytes), addressOf(bytes))).toBe(0);
        expect(compareAddresses(addressOf(bytes), addressOf(other))).not.toBe(0);
      }),
    );
  });

  test('every number of leading zeros comes in order', () => {
    const ascending = [
      SYSTEM_PROGRAM,
      ...Array.from({ length: 32 }, (_, i) => [zerosThen(31 - i, 1), zerosThen(31 - i, 255)]).flat(),
    ];
    expect(ascending.toReversed().sort(compareAddresses)).toEqual(ascending);
  });
});

test('bytes and text convert into each other', () => {
  fc.assert(
    fc.property(someBytes, (bytes) => {
      expect(decodeBase58(addressOf(bytes))).toEqual(bytes);
    }),
  );
});

test.each([
  SYSTEM_PROGRAM,
  TOKEN_PROGRAM,
  TOKEN_2022_PROGRAM,
  NATIVE_MINT,
  MEMO_V1_PROGRAM,
  MEMO_PROGRAM,
  UPGRADEABLE_LOADER,
  CLOCK_SYSVAR,
])('%s is 32 bytes', (known) => {
  expect(decodeBase58(known)).toHaveLength(32);
  expect(addressOf(decodeBase58(known))).toBe(known);
});
