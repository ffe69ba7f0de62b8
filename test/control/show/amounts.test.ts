import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatUnits } from '../../../src/codec/decimalUnits.ts';
import type { JsonValue } from '../../../src/codec/jsonText.ts';
import { commentsFor } from '../../../src/control/show/comments.ts';
import { ShownNames } from '../../../src/control/show/shownNames.ts';
import { yamlLines } from '../../../src/files/yamlText.ts';
import { NO_NAMES } from '../../../src/ledger/state.ts';

const SYSTEM = '1'.repeat(32);

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

describe('comments', () => {
  const lines = (value: JsonValue) =>
    yamlLines(value, { commentOn: commentsFor(new ShownNames(NO_NAMES)), limits: undefined, isColored: false });

  it.each<[value: JsonValue, lines: readonly string[]]>([
    [{ lamports: 5000 }, ['lamports: 5000  # 0.000005 SOL']],
    [{ lamports: 0 }, ['lamports: 0']],
    [{ stake: '2000000000' }, ['stake: "2000000000"  # 2 SOL']],
    [
      { meta: { fee: 5000, preBalances: [1] } },
      ['meta:', '  fee: 5000  # 0.000005 SOL', '  preBalances:', '    - 1  # 0.000000001 SOL'],
    ],
    [
      { balances: [{ after: 0, before: 5 }] },
      ['balances:', '  - after: 0  # 0 SOL (-0.000000005)', '    before: 5  # 0.000000005 SOL'],
    ],
    [
      { balances: [{ after: 5, before: 5 }] },
      ['balances:', '  - after: 5  # 0.000000005 SOL', '    before: 5  # 0.000000005 SOL'],
    ],
    [
      { tokenBalances: [{ after: '15', before: '5', decimals: 1 }] },
      ['tokenBalances:', '  - after: "15"  # 1.5 (+1)', '    before: "5"  # 0.5', '    decimals: 1'],
    ],
    [
      { tokenBalances: [{ after: '15', before: null, decimals: null }] },
      ['tokenBalances: [{after: "15", before: null, decimals: null}]'],
    ],
    [{ described: { fields: { lamports: '5', fee: 5 } } }, ['described: {fields: {fee: 5, lamports: "5"}}']],
    [
      { leftOut: { described: 2 } },
      ['leftOut:', '  described: 2  # shown as bytes, because together they have too many values'],
    ],
    [
      { blockTime: 0, unixTimestamp: 1_760_000_000 },
      ['blockTime: 0  # 1970-01-01T00:00:00Z', 'unixTimestamp: 1760000000  # 2025-10-09T08:53:20Z'],
    ],
    [{ blockTime: -1 }, ['blockTime: -1  # 1969-12-31T23:59:59Z']],
    [{ blockTime: 2n ** 62n }, ['blockTime: 4611686018427387904']],
    [{ owner: SYSTEM }, [`owner: "${SYSTEM}"  # $system`]],
    [{ address: SYSTEM, name: '$system' }, [`address: "${SYSTEM}"`, 'name: $system']],
    [{ address: SYSTEM }, [`address: "${SYSTEM}"  # $system`]],
    [{ names: { $system: SYSTEM } }, ['names: {$system: "11111111111111111111111111111111"}']],
  ])('on %o', (value, expected) => {
    expect(lines(value)).toEqual(expected);
  });
});
