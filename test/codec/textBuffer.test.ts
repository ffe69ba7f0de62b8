import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TextBuffer } from '../../src/codec/textBuffer.ts';

const CHUNK_BYTES = 262_144;

function written(pieces: readonly string[]): Buffer {
  return pieces.reduce((text, piece) => text.append(piece), new TextBuffer()).end();
}

test('nothing appended is no bytes', () => {
  expect(new TextBuffer().end()).toHaveLength(0);
  expect(written(['', ''])).toHaveLength(0);
});

test('any pieces are the UTF-8 of the pieces joined', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.tuple(fc.constantFrom('a', 'é', '€', '🦖'), fc.nat(CHUNK_BYTES)).map(([text, count]) => text.repeat(count)),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
      expect(Buffer.compare(written(pieces), Buffer.from(pieces.join('')))).toBe(0);
    }),
    { numRuns: 200 },
  );
});

test.each(['a', 'é', '€', '🦖'])('%s repeated to lengths around that of a chunk', (character) => {
  for (const length of [CHUNK_BYTES / 3, CHUNK_BYTES / 2, CHUNK_BYTES, 2 * CHUNK_BYTES]) {
    for (const extra of [-1, 0, 1]) {
      const text = character.repeat(Math.floor(length) + extra);
      expect(Buffer.compare(written(['[', text, ']']), Buffer.from(`[${text}]`))).toBe(0);
    }
  }
});

test.each([0, 1, 10, 5_000_000])('room for %i bytes at first makes no difference', (bytes) => {
  const pieces = ['[', 'é'.repeat(1000), 'x'.repeat(CHUNK_BYTES), '🦖', ']'];
  const text = new TextBuffer(bytes);
  for (const piece of pieces) text.append(piece);
  expect(text.end().toString()).toBe(pieces.join(''));
});
