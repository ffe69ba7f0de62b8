import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AccountFilter, matchesFilter, TOKEN_ACCOUNT_STATE } from '../../src/solana/accountFilter.ts';

const DATA = Uint8Array.of(10, 11, 12, 13);
const U64_MAX = 18446744073709551615n;

/** Data that lies between bytes that must not be looked at. */
function matches(data: Uint8Array, filter: AccountFilter): boolean {
  const surrounded = Uint8Array.of(0xee, 0xee, 0xee, ...data, 0xee, 0xee, 0xee);
  const result = matchesFilter(surrounded, 3, data.length, filter);
  expect(matchesFilter(data, 0, data.length, filter)).toBe(result);
  return result;
}

const memcmp = (offset: bigint | number, ...bytes: readonly number[]): AccountFilter => ({
  kind: 'memcmp',
  offset: BigInt(offset),
  bytes: Uint8Array.from(bytes),
});

describe('dataSize', () => {
  test.each<[bigint, boolean]>([
    [4n, true],
    [3n, false],
    [5n, false],
    [0n, false],
    [4294967300n, false],
    [U64_MAX, false],
  ])('4 bytes of data against %s: %s', (size, result) => {
    expect(matches(DATA, { kind: 'dataSize', size })).toBe(result);
  });

  test('0 selects accounts without data', () => {
    expect(matches(new Uint8Array(), { kind: 'dataSize', size: 0n })).toBe(true);
  });
});

describe('memcmp', () => {
  test.each<[string, AccountFilter, boolean]>([
    ['all of the data', memcmp(0, 10, 11, 12, 13), true],
    ['a part in the middle', memcmp(1, 11, 12), true],
    ['the last byte', memcmp(3, 13), true],
    ['the first byte differs', memcmp(1, 10, 12), false],
    ['the last byte differs', memcmp(1, 11, 13), false],
    ['at another offset', memcmp(0, 11), false],
    ['one byte more than there is', memcmp(2, 12, 13, 0xee), false],
    ['from the end on', memcmp(4, 0xee), false],
    ['beyond the end', memcmp(5, 0xee), false],
    ['no bytes at the start', memcmp(0), true],
    ['no bytes at the end', memcmp(4), true],
    ['no bytes beyond the end', memcmp(5), false],
    ['the largest offset', memcmp(U64_MAX, 10), false],
    ['the largest offset, no bytes', memcmp(U64_MAX), false],
    ['an offset that a double would round into range', memcmp(2n ** 63n, 10), false],
  ])('%s', (_, filter, result) => {
    expect(matches(DATA, filter)).toBe(result);
  });

  test('any data and any bytes: as a comparison of slices', () => {
    const byte = fc.uint8Array({ maxLength: 6, max: 1 });
    fc.assert(
      fc.property(byte, fc.nat(8), byte, (data, offset, wanted) => {
        const slice = data.subarray(offset, offset + wanted.length);
        const result = offset <= data.length && Buffer.compare(slice, wanted) === 0;
        expect(matches(data, memcmp(offset, ...wanted))).toBe(result);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('tokenAccountState', () => {
  const account = (length: number, state: number, type = 0) => {
    const data = new Uint8Array(length);
    if (length > 108) data[108] = state;
    if (length > 165) data[165] = type;
    return data;
  };

  test.each<[string, Uint8Array, boolean]>([
    ['165 bytes, initialised', account(165, 1), true],
    ['165 bytes, frozen', account(165, 2), true],
    ['165 bytes, a state that is none', account(165, 255), true],
    ['165 bytes, not initialised', account(165, 0), false],
    ['164 bytes', account(164, 1), false],
    ['a mint', account(82, 1), false],
    ['no data', account(0, 0), false],
    ['166 bytes of type account', account(166, 1, 2), true],
    ['170 bytes of type account, not initialised', account(170, 0, 2), false],
    ['170 bytes of type mint', account(170, 1, 1), false],
    ['170 bytes of no type', account(170, 1, 0), false],
    ['a multisig is none, whatever its bytes say', account(355, 1, 2), false],
    ['354 and 356 bytes are no multisig', account(356, 1, 2), true],
  ])('%s: %o', (_, data, result) => {
    expect(matches(data, TOKEN_ACCOUNT_STATE)).toBe(result);
  });
});
