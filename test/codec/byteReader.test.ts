import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ByteReader, BytesError } from '../../src/codec/bytes.ts';

function reader(hex: string): ByteReader {
  return new ByteReader(Buffer.from(hex, 'hex'));
}

type NumberRead = 'u8' | 'u16' | 'u32' | 'u64' | 'i16' | 'i64' | 'u128' | 'f64';

describe('numbers are little-endian', () => {
  test.each<[NumberRead, string, number | bigint]>([
    ['u8', 'ff', 255],
    ['u16', '0102', 0x0201],
    ['u16', 'ffff', 65535],
    ['u32', '01020304', 0x04030201],
    ['u32', 'ffffffff', 4294967295],
    ['u64', '0102030405060708', 0x0807060504030201n],
    ['u64', 'ffffffffffffffff', 18446744073709551615n],
    ['i16', 'feff', -2],
    ['i64', 'ffffffffffffffff', -1n],
    ['i64', '0000000000000080', -9223372036854775808n],
    ['u128', '01000000000000000200000000000000', 0x20000000000000001n],
    ['u128', 'ff'.repeat(16), 340282366920938463463374607431768211455n],
    ['f64', '000000000000f03f', 1],
    ['f64', '0000000000000080', -0],
    ['f64', '000000000000f87f', Number.NaN],
  ])('%s of %s', (read, hex, value) => {
    const bytes = reader(hex);
    expect(bytes[read]()).toBe(value);
    expect(bytes.remaining).toBe(0);
  });

  test.each<[NumberRead, number]>([
    ['u8', 1],
    ['u16', 2],
    ['u32', 4],
    ['u64', 8],
    ['i16', 2],
    ['i64', 8],
    ['u128', 16],
    ['f64', 8],
  ])('%s takes %i bytes and refuses fewer', (read, size) => {
    const bytes = new ByteReader(new Uint8Array(size + 2), 1);
    bytes[read]();
    expect(bytes.offset).toBe(1 + size);
    expect(() => new ByteReader(new Uint8Array(size - 1))[read]()).toThrow(BytesError);
  });
});

describe('position', () => {
  test('reads follow one another from the offset', () => {
    const bytes = new ByteReader(Buffer.from('aa01020003040506', 'hex'), 1);
    expect([bytes.u8(), bytes.u16()]).toEqual([1, 2]);
    expect([bytes.offset, bytes.remaining]).toEqual([4, 4]);
    expect([...bytes.take(2)]).toEqual([3, 4]);
    expect([...bytes.takeRemaining()]).toEqual([5, 6]);
    expect([...bytes.takeRemaining()]).toEqual([]);
  });

  test('a view into a larger buffer is read from its own start', () => {
    const bytes = new ByteReader(Uint8Array.of(9, 9, 1, 2, 9).subarray(2, 4));
    expect(bytes.u16()).toBe(0x0201);
    expect(() => bytes.u8()).toThrow(new BytesError('the data ends at byte 2, 1 needed from 2', 2));
  });

  test('take gives a view, not a copy', () => {
    const bytes = Uint8Array.of(1, 2, 3);
    const taken = new ByteReader(bytes).take(2);
    bytes[0] = 7;
    expect([...taken]).toEqual([7, 2]);
  });

  test('a refused read says where and what, and moves nothing', () => {
    const bytes = reader('0102030405');
    bytes.u16();
    expect(() => bytes.u32()).toThrow(
      expect.objectContaining({ name: 'BytesError', message: 'the data ends at byte 5, 4 needed from 2', offset: 2 }),
    );
    expect(() => bytes.take(4)).toThrow(BytesError);
    expect(() => bytes.take(-1)).toThrow(BytesError);
    expect(bytes.offset).toBe(2);
    expect(bytes.u16()).toBe(0x0403);
  });
});

describe('shortVec', () => {
  test.each([
    ['00', 0],
    ['7f', 127],
    ['8001', 128],
    ['ff01', 255],
    ['8002', 256],
    ['ff7f', 16383],
    ['808001', 16384],
    ['ffff01', 32767],
    ['808002', 32768],
    ['ffff03', 65535],
  ])('%s is %i', (hex, value) => {
    const bytes = reader(`${hex}2a`);
    expect(bytes.shortVec()).toBe(value);
    expect(bytes.u8()).toBe(42);
  });

  test.each([
    ['8000', 'a compact-u16 that is longer than needed', 'zero in two bytes'],
    ['ff00', 'a compact-u16 that is longer than needed', '127 in two bytes'],
    ['808000', 'a compact-u16 that is longer than needed', 'zero in three bytes'],
    ['ffff00', 'a compact-u16 that is longer than needed', '16383 in three bytes'],
    ['808004', 'a compact-u16 above 65535', '65536'],
    ['ffff07', 'a compact-u16 above 65535', '131071'],
    ['80807f', 'a compact-u16 above 65535', 'the most that three bytes hold'],
    ['808080', 'a compact-u16 of more than three bytes', 'a third byte that goes on'],
    ['80808001', 'a compact-u16 of more than three bytes', 'four bytes'],
    ['ffffff', 'a compact-u16 of more than three bytes', 'a third byte that goes on, all bits set'],
  ])('%s is refused: %s (%s)', (hex, message) => {
    const bytes = reader(`2a${hex}`);
    bytes.u8();
    expect(() => bytes.shortVec()).toThrow(expect.objectContaining({ name: 'BytesError', message, offset: 1 }));
  });

  test.each(['', '80', 'ff', '8080', 'ffff'])('%s ends too early', (hex) => {
    expect(() => reader(hex).shortVec()).toThrow(/^the data ends at byte \d, 1 needed from \d$/);
  });

  test('any three bytes: the one way to write a value of u16, or refused', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 3, maxLength: 3 }), (bytes) => {
        const groups = Array.from(bytes, (byte) => byte & 0x7f);
        const length = bytes.findIndex((byte) => byte < 0x80) + 1;
        const value = groups.slice(0, length).reduce((sum, group, i) => sum + group * 128 ** i, 0);
        const isMinimal = length === 1 || bytes[length - 1] !== 0;
        const input = new ByteReader(bytes);
        if (length > 0 && isMinimal && value <= 0xffff) {
          expect([input.shortVec(), input.offset]).toEqual([value, length]);
        } else {
          expect(() => input.shortVec()).toThrow(BytesError);
        }
      }),
      { numRuns: 2000 },
    );
  });
});
