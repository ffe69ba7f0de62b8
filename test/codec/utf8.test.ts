import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { utf8Text, validUtf8Prefix } from '../../src/codec/text.ts';

const STRICT = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decodes(bytes: Uint8Array): boolean {
  try {
    STRICT.decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Pieces of sequences, so that nearly whole ones come up. */
const someBytes = fc
  .array(
    fc.constantFrom(
      '61',
      'c3a9',
      'e282ac',
      'f09fa696',
      '80',
      'c3',
      'e282',
      'f09fa6',
      'c0af',
      'eda080',
      'f4908080',
      'ff',
    ),
    { maxLength: 8 },
  )
  .map((pieces) => new Uint8Array(Buffer.from(pieces.join(''), 'hex')));

describe('utf8Text', () => {
  test.each(['', 'plain', 'é€🦖', '\ufeffkept', '\0', '\ud7ff\ue000\u{10ffff}'])('%j', (text) => {
    expect(utf8Text(Buffer.from(text))).toBe(text);
  });

  test('a view into a larger buffer', () => {
    expect(utf8Text(Buffer.from('xxmemoxx').subarray(2, 6))).toBe('memo');
  });

  test('any bytes: what a strict decoder gives, or undefined', () => {
    fc.assert(
      fc.property(fc.oneof(someBytes, fc.uint8Array({ maxLength: 12 })), (bytes) => {
        expect(utf8Text(bytes)).toBe(decodes(bytes) ? STRICT.decode(bytes) : undefined);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('validUtf8Prefix', () => {
  test.each<[string, string, number]>([
    ['nothing', '', 0],
    ['all of it', '61c3a9e282acf09fa696', 10],
    ['a lone continuation byte', '6180', 1],
    ['an overlong slash', '61c0af', 1],
    ['an overlong three-byte sequence', 'e0808061', 0],
    ['an overlong four-byte sequence', '61f0808080', 1],
    ['an encoded surrogate', '6162eda080', 2],
    ['above U+10FFFF', 'f4908080', 0],
    ['a byte that never occurs', '616263ff61', 3],
    ['a sequence cut off by the end', '61f09fa6', 1],
    ['a sequence cut off by another', 'c3a9e28261', 2],
  ])('%s', (_, hex, length) => {
    expect(validUtf8Prefix(Buffer.from(hex, 'hex'))).toBe(length);
  });

  test('the longest prefix that is UTF-8, in any bytes', () => {
    fc.assert(
      fc.property(fc.oneof(someBytes, fc.uint8Array({ maxLength: 12 })), (bytes) => {
        const lengths = Array.from({ length: bytes.length + 1 }, (_, length) => length);
        const longest = lengths.findLast((length) => decodes(bytes.subarray(0, length)));
        expect(validUtf8Prefix(bytes)).toBe(longest);
      }),
      { numRuns: 1000 },
    );
  });
});
