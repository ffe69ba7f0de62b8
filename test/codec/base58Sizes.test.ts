import bs58 from 'bs58';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { base58SizeTest, decodeBase58, encodeBase58, isBase58Text } from '../../src/codec/base58.ts';

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
/** beyond so many significant bytes another algorithm encodes */
const LONG = 150;

function expectLikeBs58(bytes: Uint8Array): void {
  const text = bs58.encode(bytes);
  expect(encodeBase58(bytes)).toBe(text);
  expect(Buffer.compare(decodeBase58(text), bytes)).toBe(0);
}

describe('long data, as bs58 writes and reads it', () => {
  test.each([1, 0x80, 0xff])('every length around the border, first byte %i, leading zeros aside', (first) => {
    for (let length = LONG - 2; length <= LONG + 3; length++) {
      for (const zeros of [0, 1, LONG]) {
        for (const rest of [0, 0xff]) {
          const significant = Buffer.alloc(length, rest).fill(first, 0, 1);
          expectLikeBs58(Buffer.concat([Buffer.alloc(zeros), significant]));
        }
      }
    }
  });

  test('powers of 58 and their neighbours, where halves begin with zeros', () => {
    for (const power of [205, 206, 216, 288, 432, 576, 577, 1151, 1152, 1153]) {
      for (const offset of [-1n, 0n, 1n]) {
        const hex = (58n ** BigInt(power) + offset).toString(16);
        expectLikeBs58(Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex'));
      }
    }
  });

  test('any bytes up to 1,500', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: LONG - 10, maxLength: 1500, size: 'max' }), fc.nat(3), (bytes, zeros) => {
        expectLikeBs58(Uint8Array.of(...new Uint8Array(zeros), ...bytes));
      }),
      { numRuns: 150 },
    );
  });
});

describe('isBase58Text', () => {
  test('tells what decodes from what does not', () => {
    for (let code = 0; code < 256; code++) {
      const character = String.fromCharCode(code);
      expect(isBase58Text(`a${character}a`)).toBe(ALPHABET.includes(character));
    }
    expect(isBase58Text('')).toBe(true);
    expect(isBase58Text('a\n')).toBe(false);
  });
});

describe.each([1, 2, 32, 64])('base58SizeTest of %i bytes', (size) => {
  const isSize = base58SizeTest(size);

  /** The numbers of that size and just outside it, each with a few leading zeros more or fewer. */
  function borderTexts(): string[] {
    const numbers = [0n, 1n, 57n, 58n, 256n ** BigInt(size - 1), 256n ** BigInt(size)];
    const around = numbers.flatMap((number) => [number - 1n, number, number + 1n]).filter((number) => number > 0n);
    return around.flatMap((number) => {
      const hex = number.toString(16);
      const digits = encodeBase58(Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex'));
      return [0, 1, 2, size - 1, size, size + 1].map((ones) => '1'.repeat(ones) + digits);
    });
  }

  test.each(['', ...borderTexts()])('agrees with decoding: %j', (text) => {
    expect(isSize(text)).toBe(bs58.decode(text).length === size);
  });

  test('every number of ones', () => {
    for (let ones = 0; ones <= 2 * size + 3; ones++) expect(isSize('1'.repeat(ones))).toBe(ones === size);
  });

  test('agrees with decoding any text of about that length', () => {
    const longest = bs58.encode(new Uint8Array(size).fill(0xff)).length;
    const digits = (minLength: number, maxLength: number) =>
      fc.array(fc.constantFrom(...ALPHABET), { minLength, maxLength }).map((characters) => characters.join(''));
    const text = fc
      .tuple(fc.nat(3), digits(Math.max(0, longest - 4), longest + 1))
      .map(([ones, rest]) => '1'.repeat(ones) + rest);
    fc.assert(
      fc.property(text, (candidate) => {
        expect(isSize(candidate)).toBe(bs58.decode(candidate).length === size);
      }),
      { numRuns: 1000 },
    );
  });

  test('takes every encoding of so many bytes and none of another number', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: size - 1, maxLength: size + 1 }), (bytes) => {
        expect(isSize(bs58.encode(bytes))).toBe(bytes.length === size);
      }),
      { numRuns: 500 },
    );
  });
});

test('text with much in front of the border digits is never mistaken for its size', () => {
  const isAddress = base58SizeTest(32);
  // 43 digits may be 31 or 32 bytes: the border lies within
  const lowest = bs58.encode(Uint8Array.from({ length: 32 }, (_, i) => (i === 0 ? 1 : 0)));
  const below = bs58.encode(new Uint8Array(31).fill(0xff));
  expect(below).toHaveLength(lowest.length);
  expect([isAddress(lowest), isAddress(below), isAddress(`1${below}`), isAddress(`1${lowest}`)]).toEqual([
    true,
    false,
    true,
    false,
  ]);
});
