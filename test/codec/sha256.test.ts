import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sha256 } from '../../src/codec/bytes.ts';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

// Source  FIPS 180-4, examples of NIST
it.each([
  ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
])('hashes "%s"', (text, expected) => {
  expect(hex(sha256(text))).toBe(expected);
});

it('hashes parts one after the other as Node does, text as UTF-8', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.uint8Array({ maxLength: 200 }), fc.string({ unit: 'grapheme' }))), (parts) => {
      const ofNode = createHash('sha256');
      for (const part of parts) ofNode.update(part);
      expect(hex(sha256(...parts))).toBe(ofNode.digest('hex'));
    }),
  );
});
