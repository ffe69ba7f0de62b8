import { describe, expect, test } from 'vitest';
import { ByteReader, BytesError, ByteWriter } from '../../src/codec/bytes.ts';

function hex(writer: ByteWriter): string {
  return Buffer.from(writer.bytes()).toString('hex');
}

test('values follow one another, little-endian', () => {
  const writer = new ByteWriter()
    .u8(1)
    .u16(0x0302)
    .u32(0x07060504)
    .u64(0x0f0e0d0c0b0a0908n)
    .append(Uint8Array.of(16, 17));
  expect(hex(writer)).toBe('0102030405060708090a0b0c0d0e0f1011');
});

test('nothing written is no bytes', () => {
  expect(new ByteWriter().bytes()).toHaveLength(0);
});

test('the largest value of each size', () => {
  expect(hex(new ByteWriter().u8(255).u16(65535).u32(4294967295).u64(18446744073709551615n))).toBe('ff'.repeat(15));
});

test.each<[string, (writer: ByteWriter) => void]>([
  ['u8 256', (writer) => writer.u8(256)],
  ['u8 -1', (writer) => writer.u8(-1)],
  ['u16 65536', (writer) => writer.u16(65536)],
  ['u32 2^32', (writer) => writer.u32(4294967296)],
  ['u64 2^64', (writer) => writer.u64(18446744073709551616n)],
  ['u64 -1', (writer) => writer.u64(-1n)],
])('%s is refused', (_, write) => {
  expect(() => write(new ByteWriter())).toThrow(RangeError);
});

test.each([0, 1, 2, 16])('grows from a capacity of %i', (capacity) => {
  const writer = new ByteWriter(capacity);
  const bytes = Uint8Array.from({ length: 1000 }, (_, i) => i & 0xff);
  for (const byte of bytes) writer.u8(byte);
  writer.append(bytes).u64(1n);
  expect(hex(writer)).toBe(`${Buffer.from(bytes).toString('hex').repeat(2)}0100000000000000`);
});

test('what was given out does not change with what is written next', () => {
  const writer = new ByteWriter().u8(1);
  const given = writer.bytes();
  writer.u8(2);
  given[0] = 9;
  expect(hex(writer)).toBe('0102');
  expect([...given]).toEqual([9]);
});

describe('shortVec', () => {
  test('all 65,536 values come back, each in as few bytes as it needs', () => {
    for (let value = 0; value <= 0xffff; value++) {
      const bytes = new ByteWriter(4).shortVec(value).bytes();
      const reader = new ByteReader(bytes);
      if (reader.shortVec() !== value || reader.remaining !== 0) expect.fail(`${value} came back different`);
      if (bytes.length !== (value < 0x80 ? 1 : value < 0x4000 ? 2 : 3))
        expect.fail(`${value} in ${bytes.length} bytes`);
    }
  });

  test.each([-1, 65536, Number.NaN])('%d does not fit', (value) => {
    expect(() => new ByteWriter().shortVec(value)).toThrow(new BytesError(`${value} does not fit a compact-u16`, 0));
  });
});
