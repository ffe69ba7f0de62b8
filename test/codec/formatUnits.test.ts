import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatUnits } from '../../src/codec/decimalUnits.ts';

describe('amounts', () => {
  it.each<[amount: bigint, decimals: number, text: string]>([
    [0n, 0, '0'],
    [0n, 9, '0'],
    [1n, 9, '0.000000001'],
    [1_500_000_000n, 9, '1.5'],
    [10n, 0, '10'],
    [100n, 1, '10'],
    [-1n, 2, '-0.01'],
    [18_446_744_073_709_551_615n, 9, '18446744073.709551615'],
  ])('%s with %s decimals is %s', (amount, decimals, text) => {
    expect(formatUnits(amount, decimals)).toBe(text);
  });

  it('read back they are the same, and no zero ends them', () => {
    fc.assert(
      fc.property(fc.bigInt(-(2n ** 64n), 2n ** 64n), fc.integer({ min: 0, max: 20 }), (amount, decimals) => {
        const text = formatUnits(amount, decimals);
        const [whole = '', fraction = ''] = text.replace('-', '').split('.');
        const read = BigInt(whole + fraction.padEnd(decimals, '0'));
        expect(text.startsWith('-') ? -read : read).toBe(amount);
        expect(fraction.endsWith('0')).toBe(false);
      }),
    );
  });
});
