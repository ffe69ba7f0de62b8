import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatSol, formatUnits } from '../../../src/codec/decimalUnits.ts';
import { changeText, countText, groupedText, timeText } from '../../../src/control/show/tableLines.ts';

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

  it('lamports, changes', () => {
    expect([formatSol(5000n), changeText(5n, 5n), changeText(5n, 15n, 1), changeText(15n, 5n, 1)]).toEqual([
      '0.000005',
      '',
      '+1',
      '-1',
    ]);
  });
});

it('counts have their noun, and commas between thousands', () => {
  expect([
    countText(1, 'block'),
    countText(0, 'block'),
    countText(1n, 'slot'),
    groupedText(1234567n),
    groupedText(123),
  ]).toEqual(['1 block', '0 blocks', '1 slot', '1,234,567', '123']);
});

it('times are in UTC; those that no calendar has are numbers', () => {
  expect([timeText(0n), timeText(1_760_000_000n), timeText(-1n), timeText(2n ** 62n)]).toEqual([
    '1970-01-01T00:00:00Z',
    '2025-10-09T08:53:20Z',
    '1969-12-31T23:59:59Z',
    '4611686018427387904',
  ]);
});
