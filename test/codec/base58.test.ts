import bs58 from 'bs58';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Base58Error, decodeBase58, encodeBase58 } from '../../src/codec/base58.ts';

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** Long runs of the extreme bytes are where a carry goes wrong. */
const someBytes = fc.oneof(
  fc.uint8Array({ maxLength: 200 }),
  fc
    .array(fc.constantFrom(0, 1, 0x39, 0x3a, 0x7f, 0x80, 0xfe, 0xff), { maxLength: 200 })
    .map((bytes) => Uint8Array.from(bytes)),
);
const someText = fc.array(fc.constantFrom(...ALPHABET), { maxLength: 200 }).map((digits) => digits.join(''));

function failure(text: string): Base58Error {
  try {
    decodeBase58(text);
  } catch (error) {
    if (error instanceof Base58Error) return error;
    throw error;
  }
  throw new Error(`accepted: ${text}`);
}

describe('known values', () => {
  test.each([
    ['', ''],
    ['00', '1'],
    ['0000', '11'],
    ['01', '2'],
    ['39', 'z'],
    ['3a', '21'],
    ['00ff', '15Q'],
    ['ff', '5Q'],
    ['ffff', 'LUv'],
    ['48656c6c6f20576f726c6421', '2NEpo7TZRRrLZSi2U'],
    ['0000287fb4cd', '11233QC4'],
    ['00'.repeat(32), '1'.repeat(32)],
    ['01'.repeat(32), '4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi'],
    ['02'.repeat(32), '8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR'],
    ['04'.repeat(32), 'GgBaCs3NCBuZN12kCJgAW63ydqohFkHEdfdEXBPzLHq'],
    ['09'.repeat(64), 'BUguQsv2ZuHus54HAFzjdJHzZBkygAjKhEeYwSG19tUfUyvvz3worsdQCdAXDNjakJHioSiyxhFiDJrm8XpSXRA'],
    ['02000000e803000000000000', '3Bxs4ffTu9T19DNF'],
  ])('%s is %s', (hex, text) => {
    expect(encodeBase58(Buffer.from(hex, 'hex'))).toBe(text);
    expect(Buffer.from(decodeBase58(text)).toString('hex')).toBe(hex);
  });

  test('a packet is at most 1683 digits', () => {
    expect(encodeBase58(new Uint8Array(1232).fill(0xff))).toHaveLength(1683);
  });
});

describe('against bs58', () => {
  test.each([0, 0xff])('every length up to 130 of byte %i, with and without leading zeros', (byte) => {
    for (let length = 0; length <= 130; length++) {
      for (const zeros of [0, 1, 2, 5]) {
        const bytes = Buffer.concat([Buffer.alloc(zeros), Buffer.alloc(length, byte)]);
        expect(encodeBase58(bytes)).toBe(bs58.encode(bytes));
        expect(decodeBase58(bs58.encode(bytes))).toEqual(new Uint8Array(bytes));
      }
    }
  });

  test.each([1232, 5000])('%i bytes', (length) => {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * i * 31 + i) & 0xff);
    expect(encodeBase58(bytes)).toBe(bs58.encode(bytes));
    expect(decodeBase58(bs58.encode(bytes))).toEqual(bytes);
  });

  test('any bytes', () => {
    fc.assert(
      fc.property(someBytes, (bytes) => {
        const text = encodeBase58(bytes);
        expect(text).toBe(bs58.encode(bytes));
        expect(decodeBase58(text)).toEqual(bytes);
      }),
      { numRuns: 1000 },
    );
  });

  test('any digits', () => {
    fc.assert(
      fc.property(someText, (text) => {
        expect(decodeBase58(text)).toEqual(new Uint8Array(bs58.decode(text)));
        expect(encodeBase58(decodeBase58(text))).toBe(text);
      }),
      { numRuns: 1000 },
    );
  });

  test('a view into a larger buffer', () => {
    expect(encodeBase58(Buffer.from('ff0001ff', 'hex').subarray(1, 3))).toBe('12');
  });
});

describe('sizes where long numbers are split', () => {
  // in bytes: what one table takes (300), what a leaf holds (296), twice and four times that, and what the text of one table holds (549)
  const sizes = [295, 296, 297, 299, 300, 301, 302, 548, 549, 550, 592, 593, 594, 1184, 1185, 1232];
  test.each(sizes)('%i bytes, the greatest and the least', (size) => {
    const greatest = new Uint8Array(size).fill(0xff);
    const least = Uint8Array.from({ length: size }, (_, i) => (i === 0 ? 1 : 0));
    for (const bytes of [greatest, least]) {
      const text = encodeBase58(bytes);
      expect(text).toBe(bs58.encode(bytes));
      expect(decodeBase58(text)).toEqual(bytes);
    }
  });

  test('a bad character deep in a long text', () => {
    const text = bs58.encode(new Uint8Array(2000).fill(0xff));
    for (const index of [0, 700, 1500, text.length - 1])
      expect(failure(`${text.slice(0, index)}l${text.slice(index + 1)}`)).toMatchObject({ index, character: 'l' });
  });
});

describe('what is not base58', () => {
  test.each([...'0OIl', ...' +/_-=\n\0\u007f', 'é', '\u0131', '١', '🦖'])('%j', (character) => {
    expect(failure(character)).toMatchObject({ name: 'Base58Error', index: 0, character });
  });

  test('the index is that of the first bad character, whatever stands before and after it', () => {
    fc.assert(
      fc.property(
        someText,
        fc.constantFrom('0', 'O', 'l', 'é', '🦖'),
        fc.string({ maxLength: 20 }),
        (before, bad, after) => {
          expect(failure(before + bad + after)).toMatchObject({ index: before.length, character: bad });
        },
      ),
      { numRuns: 500 },
    );
  });

  test('leading ones do not shift it', () => {
    expect(failure('1110')).toMatchObject({ index: 3, character: '0' });
    expect(failure('111zzzzzzI')).toMatchObject({ index: 9, character: 'I' });
  });
});
