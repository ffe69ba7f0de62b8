import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAddressLookupTableAccount } from '../../../../src/solana/programs/addressLookupTable.ts';
import { describeHostile } from './hostile.ts';
import { key, keyText, U64_MAX, u8, u16, u32, u64 } from './layoutBytes.ts';
import { describeVectors, parsedText } from './vectors.ts';

const text = (data: Uint8Array) => parsedText(parseAddressLookupTableAccount, data);

const withAuthority = Buffer.concat([u32(1), u64(U64_MAX), u64(7n), u8(3), u8(1), key(9), u16(0), key(1), key(2)]);
const frozen = Buffer.concat([u32(1), u64(5n), u64(6n), u8(0), u8(0), Buffer.alloc(34, 0xee), key(4)]);

describeVectors('address-lookup-table', () => [parseAddressLookupTableAccount]);
describeHostile(parseAddressLookupTableAccount, [withAuthority, frozen]);

describe('lookup table accounts', () => {
  it('shows slots as strings and the start index as a number', () => {
    expect(text(withAuthority)).toBe(
      `{"parsed":{"info":{"addresses":["${keyText(1)}","${keyText(2)}"],"authority":"${keyText(9)}",` +
        '"deactivationSlot":"18446744073709551615","lastExtendedSlot":"7","lastExtendedSlotStartIndex":3},' +
        '"type":"lookupTable"},"program":"address-lookup-table","space":120}',
    );
  });

  it('leaves the authority of a frozen table out and still finds the addresses at 56', () => {
    expect(text(frozen)).toBe(
      `{"parsed":{"info":{"addresses":["${keyText(4)}"],"deactivationSlot":"5","lastExtendedSlot":"6",` +
        '"lastExtendedSlotStartIndex":0},"type":"lookupTable"},"program":"address-lookup-table","space":88}',
    );
  });

  it('shows an empty table', () => {
    expect(text(withAuthority.subarray(0, 56))).toContain('"addresses":[]');
  });

  it('gives only a type for one that is not initialized', () => {
    expect(text(u32(0))).toBe('{"parsed":{"type":"uninitialized"},"program":"address-lookup-table","space":4}');
  });

  it.each([
    ['no tag', Buffer.alloc(3)],
    ['an unknown tag', Buffer.concat([u32(2), Buffer.alloc(52)])],
    ['the greatest tag', Buffer.concat([u32(0xffffffff), Buffer.alloc(52)])],
    ['half an address', withAuthority.subarray(0, 100)],
    ['less than the metadata', frozen.subarray(0, 55)],
    ['32 bytes less than the metadata', frozen.subarray(0, 24)],
    ['an authority tag of 2', Buffer.concat([frozen.subarray(0, 21), u8(2), frozen.subarray(22)])],
  ])('falls back for %s', (_, data) => {
    expect(text(data)).toBeUndefined();
  });

  it('shows any slots and any number of addresses', () => {
    const u64s = fc.bigInt(0n, U64_MAX);
    fc.assert(
      fc.property(u64s, u64s, fc.nat(255), fc.array(fc.nat(255)), (deactivated, extended, index, keys) => {
        const head = [u32(1), u64(deactivated), u64(extended), u8(index), u8(0), Buffer.alloc(34)];
        const data = Buffer.concat([...head, ...keys.map(key)]);
        expect(text(data)).toBe(
          `{"parsed":{"info":{"addresses":${JSON.stringify(keys.map(keyText))},"deactivationSlot":"${deactivated}",` +
            `"lastExtendedSlot":"${extended}","lastExtendedSlotStartIndex":${index}},"type":"lookupTable"},` +
            `"program":"address-lookup-table","space":${data.length}}`,
        );
      }),
    );
  });
});
