import { createHash } from 'node:crypto';
import { Keypair } from '@solana/web3.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keyPairOf, namedKeyPair } from '../../../src/runtime/names/namedKeys.ts';
import { verifies } from './readings.ts';

test('the seed of a name is the SHA-256 of it behind "stillnode key "', () => {
  const seed = createHash('sha256').update('stillnode key alice').digest();
  expect(Buffer.from(namedKeyPair('alice').seed)).toEqual(seed);
  expect(namedKeyPair('alice').address).toBe('2zn4Jc4bUT9ibtjRMfKTdm4vm7umY6p8eYDujU2VKARt');
});

test('a name is the same key with its dollar and without, and another than any other name', () => {
  expect(namedKeyPair('$alice')).toBe(namedKeyPair('alice'));
  expect(namedKeyPair('Alice').address).not.toBe(namedKeyPair('alice').address);
});

test('a seed has one pair, which is remembered, and changing the bytes that were given does not change it', () => {
  const seed = new Uint8Array(32).fill(7);
  const pair = keyPairOf(seed);
  seed[0] = 8;
  expect(keyPairOf(new Uint8Array(32).fill(7))).toBe(pair);
  expect([...pair.seed]).toEqual(Array(32).fill(7));
  expect(keyPairOf(seed).address).not.toBe(pair.address);
});

test('10,000 pairs are remembered at most', () => {
  const first = namedKeyPair('first');
  for (let i = 0; i < 10_000; i++) namedKeyPair(`later-${i}`);
  expect(namedKeyPair('first')).not.toBe(first);
  expect(namedKeyPair('first').address).toBe(first.address);
});

test('address and secret key are those that @solana/web3.js makes of the seed', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (seed) => {
      const pair = keyPairOf(seed);
      const web3 = Keypair.fromSeed(seed);
      expect([pair.address, [...pair.secretKey]]).toEqual([web3.publicKey.toBase58(), [...web3.secretKey]]);
    }),
    { numRuns: 30 },
  );
});

test('what a key pair signs verifies, and is always the same', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (message) => {
      const pair = namedKeyPair('alice');
      const signature = pair.sign(message);
      expect(verifies(pair.address, message, signature)).toBe(true);
      expect([...pair.sign(message)]).toEqual([...signature]);
    }),
    { numRuns: 30 },
  );
});
