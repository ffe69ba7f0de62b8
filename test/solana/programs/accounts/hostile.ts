import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringifyJson } from '../../../../src/codec/jsonText.ts';
import type { Address } from '../../../../src/solana/address.ts';
import type { AccountParser } from '../../../../src/solana/programs/parserTypes.ts';
import { ANY_ADDRESS, parseOrFallBack } from './vectors.ts';

/** A parser of accounts must survive any bytes: it gives a value that can be written, or falls back. */
export function describeHostile(
  parse: AccountParser,
  samples: readonly Uint8Array[],
  addresses: readonly Address[] = [ANY_ADDRESS],
): void {
  // true: and the bytes are as they were
  const survive = (bytes: Uint8Array, account: Address): boolean => {
    const before = Buffer.from(bytes);
    const result = parseOrFallBack(parse, bytes, account);
    if (result !== undefined) stringifyJson(result.parsed);
    return before.equals(bytes);
  };
  describe('hostile bytes', () => {
    it('survives random bytes, with a likely tag or without', () => {
      const tag = fc.constantFrom([], [0, 0, 0, 0], [1, 0, 0, 0], [2, 0, 0, 0], [3, 0, 0, 0]);
      const bytes = fc.tuple(tag, fc.uint8Array({ maxLength: 2200 })).map(([a, b]) => Uint8Array.of(...a, ...b));
      fc.assert(fc.property(bytes, fc.constantFrom(...addresses), survive), { numRuns: 400 });
    });

    it('survives changed and cut accounts', () => {
      const bytes = fc
        .tuple(fc.constantFrom(...samples), fc.array(change), fc.nat(), fc.boolean())
        .map(([sample, changes, cut, isCut]) => mutate(sample, changes, isCut ? cut : sample.length));
      fc.assert(fc.property(bytes, fc.constantFrom(...addresses), survive), { numRuns: 1000 });
    });

    it('survives every prefix of an account', () => {
      for (const sample of samples) {
        const step = Math.max(1, Math.floor(sample.length / 400));
        for (let length = 0; length < sample.length; length += step) {
          for (const account of addresses) expect(survive(sample.subarray(0, length), account)).toBe(true);
        }
      }
    });
  });
}

interface Change {
  readonly at: number;
  readonly bytes: Uint8Array;
}

const change: fc.Arbitrary<Change> = fc.record({
  at: fc.nat(),
  bytes: fc.oneof(fc.uint8Array({ minLength: 1, maxLength: 4 }), fc.constant(new Uint8Array(8).fill(0xff))),
});

function mutate(sample: Uint8Array, changes: readonly Change[], cut: number): Uint8Array {
  const bytes = Uint8Array.from(sample);
  for (const { at, bytes: patch } of changes) {
    for (let i = 0; i < patch.length; i++) bytes[(at + i) % bytes.length] = patch[i]!;
  }
  return bytes.subarray(0, cut % (sample.length + 1));
}
