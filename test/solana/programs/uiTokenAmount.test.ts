import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { f64Text } from '../../../src/codec/floats.ts';
import { floatText, type JsonText, stringifyJson } from '../../../src/codec/jsonText.ts';
import type {
  InterestBearingConfig,
  MintInfo,
  ScaledUiAmountConfig,
} from '../../../src/solana/programs/parserTypes.ts';
import { uiTokenAmount } from '../../../src/solana/programs/splToken/uiTokenAmount.ts';

const U64_MAX = 18446744073709551615n;
const I64_MAX = 9223372036854775807n;
const YEAR = 31556736n;

const text = (amount: bigint, mint: MintInfo): JsonText => stringifyJson({ ...uiTokenAmount(amount, mint) });
const plain = (decimals: number): MintInfo => ({ decimals, unixTimestamp: 0n });

describe('plain amounts', () => {
  it.each([
    [0n, 0, '0.0', '0'],
    [0n, 9, '0.0', '0'],
    [1050n, 2, '10.5', '10.5'],
    [100n, 0, '100.0', '100'],
    [1n, 9, '1e-9', '0.000000001'],
    [U64_MAX, 19, '1.8446744073709551', '1.8446744073709551615'],
    [1234567890n, 20, 'null', '0.0000000000123456789'],
    [1n, 255, 'null', `0.${'0'.repeat(254)}1`],
  ])('%s with %i decimals', (amount, decimals, uiAmount, string) => {
    expect(text(amount, plain(decimals))).toBe(
      `{"amount":"${amount}","decimals":${decimals},"uiAmount":${uiAmount},"uiAmountString":"${string}"}`,
    );
  });

  it('is the amount divided by a power of ten, without needless zeros', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: U64_MAX }), fc.nat(255), (amount, decimals) => {
        const { uiAmountString } = uiTokenAmount(amount, plain(decimals));
        const [whole = '', fraction = ''] = uiAmountString.split('.');
        const unit = 10n ** BigInt(decimals);
        expect(whole).toBe(`${amount / unit}`);
        expect(BigInt(fraction.padEnd(decimals, '0') || '0')).toBe(amount % unit);
        expect(uiAmountString).not.toMatch(/\.(.*0)?$/);
      }),
    );
  });
});

const interest = (config: Partial<InterestBearingConfig>, decimals: number, now: bigint): MintInfo => ({
  decimals,
  unixTimestamp: now,
  interestBearing: {
    initializationTimestamp: 0n,
    preUpdateAverageRate: 0,
    lastUpdateTimestamp: YEAR,
    currentRate: 0,
    ...config,
  },
});

describe('interest', () => {
  const rates = (rate: number) => ({ preUpdateAverageRate: rate, currentRate: rate });

  it.each([
    [10n ** 18n, interest(rates(500), 18, YEAR), '1.0512710963760241', '1.051271096376024117'],
    [10n ** 18n, interest(rates(500), 28, YEAR), '1.0512710963760242e-10', '0.0000000001051271096376024175'],
    [10n ** 18n, interest(rates(-500), 18, YEAR), '0.9512294245007139', '0.951229424500713905'],
    [U64_MAX, interest(rates(500), 0, 2n * YEAR), '2.03868050834481e+19', '20386805083448098816'],
    [23n, interest(rates(0), 2, YEAR), '0.23', '0.23'],
    [1n, interest({ preUpdateAverageRate: 1000, currentRate: -1000 }, 0, 2n * YEAR), '1.0', '1'],
    [1n, interest(rates(32767), 0, I64_MAX), 'null', 'inf'],
    [0n, interest(rates(32767), 2, I64_MAX), 'null', 'NaN'],
    [5n, interest(rates(-32768), 2, I64_MAX), '0.0', '0'],
  ])('%s: row %#', (amount, mint, uiAmount, string) => {
    expect(text(amount, mint)).toBe(
      `{"amount":"${amount}","decimals":${mint.decimals},"uiAmount":${uiAmount},"uiAmountString":"${string}"}`,
    );
  });

  it('is what a node shows, but for the last digits', () => {
    const mint = interest({ lastUpdateTimestamp: 0n, currentRate: 225 }, 9, 57110400n);
    expect(Number(uiTokenAmount(10n ** 18n, mint).uiAmountString)).toBeCloseTo(1041560220.187878, 5);
  });

  it.each([
    ['before the update', interest({ initializationTimestamp: -1n, lastUpdateTimestamp: I64_MAX }, 2, I64_MAX)],
    ['since the update', interest({ initializationTimestamp: -5n, lastUpdateTimestamp: -5n }, 2, I64_MAX)],
  ])('has no answer for a timespan %s that is no i64', (_, mint) => {
    expect(text(1n, mint)).toBe('{"amount":"1","decimals":2,"uiAmount":null,"uiAmountString":""}');
  });

  it('wins over scaling', () => {
    const scaledUiAmount = { multiplier: 3, newMultiplierEffectiveTimestamp: 0n, newMultiplier: 3 };
    expect(text(150n, { ...interest({}, 2, YEAR), scaledUiAmount })).toContain('"uiAmountString":"1.5"');
  });
});

describe('scaling', () => {
  const scaling = (multiplier: number, decimals: number, config: Partial<ScaledUiAmountConfig> = {}): MintInfo => ({
    decimals,
    unixTimestamp: 0n,
    scaledUiAmount: { multiplier, newMultiplierEffectiveTimestamp: 1n, newMultiplier: 1000, ...config },
  });

  it.each([
    [101n, scaling(0.99, 2), '0.99', '0.99'],
    [1n, scaling(5, 1), '0.5', '0.5'],
    [100n, scaling(5, 2, { newMultiplierEffectiveTimestamp: 0n }), '1000.0', '1000'],
    [1n, scaling(-0.3, 2), '-0.0', '-0'],
    [7n, scaling(-1, 0), '-7.0', '-7'],
    [U64_MAX, scaling(1e300, 0), 'null', 'inf'],
    [1n, scaling(Number.NaN, 2), 'null', 'NaN'],
    [1n, scaling(Number.NEGATIVE_INFINITY, 2), 'null', '-inf'],
  ])('%s: row %#', (amount, mint, uiAmount, string) => {
    expect(text(amount, mint)).toBe(
      `{"amount":"${amount}","decimals":${mint.decimals},"uiAmount":${uiAmount},"uiAmountString":"${string}"}`,
    );
  });

  it('with 1 shows what a double keeps of the amount', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: U64_MAX }), (amount) => {
        expect(uiTokenAmount(amount, scaling(1, 0)).uiAmountString).toBe(`${BigInt(Number(amount))}`);
      }),
    );
  });
});

interface SharedVectors {
  readonly uiTokenAmount: readonly { amount: string; decimals: number; instruction: JsonText }[];
  readonly f64: readonly { bitsHex: string; serdeJson: JsonText; rustDisplay: string }[];
}

const url = new URL('../../../../shared/vectors/token-amounts.json', import.meta.url);
const shared: SharedVectors = existsSync(url) ? JSON.parse(readFileSync(url, 'utf8')) : { uiTokenAmount: [], f64: [] };

describe.skipIf(!existsSync(url))('shared vectors: token-amounts', () => {
  it('has rows', () => expect(shared.uiTokenAmount.length * shared.f64.length).toBeGreaterThan(0));

  for (const { amount, decimals, instruction } of shared.uiTokenAmount) {
    it(`${amount} with ${decimals} decimals`, () => expect(text(BigInt(amount), plain(decimals))).toBe(instruction));
  }

  for (const { bitsHex, serdeJson, rustDisplay } of shared.f64) {
    it(`the double ${bitsHex}`, () => {
      const value = Buffer.from(bitsHex, 'hex').readDoubleBE();
      expect(f64Text(value)).toBe(rustDisplay);
      expect(floatText(value)).toBe(serdeJson);
    });
  }
});
