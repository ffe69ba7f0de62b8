import { PublicKey } from '@solana/web3.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { associatedAddress, isOnCurve, programAddress, seedAddress } from '../../src/runtime/derive.ts';
import { address, addressOf, NATIVE_MINT, TOKEN_PROGRAM } from '../../src/solana/address.ts';

const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 });

describe('a program address', () => {
  test('is the one that @solana/web3.js finds', () => {
    fc.assert(
      fc.property(bytes32, fc.array(fc.uint8Array({ maxLength: 32 }), { maxLength: 15 }), (program, seeds) => {
        const [expected] = PublicKey.findProgramAddressSync(seeds, new PublicKey(program));
        expect(programAddress(addressOf(program), seeds)).toBe(expected.toBase58());
      }),
      { numRuns: 200 },
    );
  });

  test('has at most 15 seeds of at most 32 bytes', () => {
    const seeds = Array.from({ length: 16 }, () => new Uint8Array());
    expect(() => programAddress(TOKEN_PROGRAM, seeds)).toThrow('16 seeds, where a program address takes 15');
    expect(() => programAddress(TOKEN_PROGRAM, [new Uint8Array(33)])).toThrow(
      'a seed of 33 bytes, where a program address takes 32',
    );
  });
});

test('bytes are on the curve where @solana/web3.js says so', () => {
  let onCurve = 0;
  const property = fc.property(bytes32, (bytes) => {
    const expected = PublicKey.isOnCurve(bytes);
    if (expected) onCurve++;
    expect(isOnCurve(bytes)).toBe(expected);
  });
  fc.assert(property, { numRuns: 100, seed: 1 });
  expect(onCurve).toBeGreaterThan(25);
  expect(onCurve).toBeLessThan(75);
  fc.assert(property, { numRuns: 300 });
});

test('the smallest and the largest y, also where x is 0, are on the curve where @solana/web3.js says so', () => {
  const prime = 2n ** 255n - 19n;
  for (const y of [0n, 1n, 2n, 3n, prime - 2n, prime - 1n]) {
    const bytes = Buffer.from(y.toString(16).padStart(64, '0'), 'hex').reverse();
    expect(isOnCurve(bytes), `${y}`).toBe(PublicKey.isOnCurve(bytes));
  }
});

test('an associated account is where wallets look for it', () => {
  const owner = address('2zn4Jc4bUT9ibtjRMfKTdm4vm7umY6p8eYDujU2VKARt');
  const keys = [owner, TOKEN_PROGRAM, NATIVE_MINT].map((key) => new PublicKey(key).toBytes());
  const program = new PublicKey('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL');
  const [expected] = PublicKey.findProgramAddressSync(keys, program);
  expect(associatedAddress(owner, NATIVE_MINT, TOKEN_PROGRAM)).toBe(expected.toBase58());
});

describe('an address with a seed', () => {
  const base = address('2zn4Jc4bUT9ibtjRMfKTdm4vm7umY6p8eYDujU2VKARt');

  test.each(['', 'vault', 'é'.repeat(16), 'a'.repeat(32)])('is the one of @solana/web3.js: %j', async (seed) => {
    const expected = await PublicKey.createWithSeed(new PublicKey(base), seed, new PublicKey(TOKEN_PROGRAM));
    expect(seedAddress(base, seed, TOKEN_PROGRAM)).toBe(expected.toBase58());
  });

  test('has a seed of at most 32 bytes, and a program that is no program address', () => {
    const marked = addressOf(Buffer.from(`${'x'.repeat(11)}ProgramDerivedAddress`));
    expect(() => seedAddress(base, 'é'.repeat(17), TOKEN_PROGRAM)).toThrow('a seed of 34 bytes, at most 32 allowed');
    expect(() => seedAddress(base, 'a', marked)).toThrow(`${marked} owns no addresses with a seed`);
  });
});
