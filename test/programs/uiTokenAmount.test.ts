import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { floatText, type JsonText, stringifyJson } from '../../src/codec/json.ts';
import type { InterestBearingConfig, MintInfo, ScaledUiAmountConfig } from '../../src/programs/parsed.ts';
import { exp } from '../../src/programs/splToken/exp.ts';
import { f64Text, fixedText } from '../../src/programs/splToken/float64.ts';
import { uiTokenAmount } from '../../src/programs/splToken/uiTokenAmount.ts';

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

describe('texts of doubles', () => {
  const doubles = fc.double({ noNaN: true, noDefaultInfinity: true });

  it.each([
    [0.125, 2, '0.12'],
    [0.375, 2, '0.38'],
    [2.5, 0, '2'],
    [-0.001, 2, '-0.00'],
    [1e22, 1, '10000000000000000000000.0'],
    [0.1, 30, '0.100000000000000005551115123126'],
    [Number.NEGATIVE_INFINITY, 3, '-inf'],
  ])('fixedText(%d, %i)', (value, decimals, expected) => {
    expect(fixedText(value, decimals)).toBe(expected);
  });

  it('agrees with toFixed where that does not meet a tie', () => {
    const mayBeTie = (value: number, digits: number) => (value * 10 ** digits) % 0.5 === 0;
    fc.assert(
      fc.property(fc.double({ min: -1e20, max: 1e20, noNaN: true }), fc.nat(60), (value, digits) => {
        fc.pre(!mayBeTie(value, digits) && value !== 0);
        expect(fixedText(value, digits)).toBe(value.toFixed(digits));
      }),
    );
  });

  it.each([
    [1, '1'],
    [-0, '-0'],
    [1e21, '1000000000000000000000'],
    [1e-7, '0.0000001'],
    [1.4861347, '1.4861347'],
    [5e-324, `0.${'0'.repeat(323)}5`],
    [7390942122712613 / 4, '1847735530678153.3'],
    [-73366360811417.125, '-73366360811417.13'],
    [Number.NaN, 'NaN'],
    [Number.POSITIVE_INFINITY, 'inf'],
  ])('f64Text(%d)', (value, expected) => {
    expect(f64Text(value)).toBe(expected);
  });

  it('reads back equal and never has an exponent', () => {
    fc.assert(
      fc.property(doubles, (value) => {
        expect(Number(f64Text(value))).toBe(value);
        expect(f64Text(value)).toMatch(/^-?\d+(\.\d*[1-9])?$/);
      }),
    );
  });
});

describe('exp', () => {
  // computed with 80 decimal digits and rounded once
  it.each([
    [0, 1],
    [0.05, 1.0512710963760241],
    [-1, 0.36787944117144233],
    [1, Math.E],
    [-10, 0.000045399929762484854],
    [700, 1.0142320547350045e304],
    [-700, 9.85967654375977e-305],
    [709.782712893384, 1.7976931348622732e308],
    [709.782712893385, Number.POSITIVE_INFINITY],
    [-708.5, 2.006132305331306e-308],
    [-740.5, 2.5e-322],
    [-745.1332191019411, 5e-324],
    [-746, 0],
    [1.1102230246251565e-16, 1.0000000000000002],
    [-5.551115123125783e-17, 1],
    [1e-300, 1],
    [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
    [Number.NEGATIVE_INFINITY, 0],
    [Number.NaN, Number.NaN],
  ])('exp(%d)', (value, expected) => {
    expect(exp(value)).toBe(expected);
  });

  it('is never more than a few units in the last place from Math.exp', () => {
    fc.assert(
      fc.property(fc.double({ min: -700, max: 709, noNaN: true }), (value) => {
        const ratio = exp(value) / Math.exp(value);
        expect(Math.abs(ratio - 1)).toBeLessThanOrEqual(4 * Number.EPSILON);
      }),
    );
  });
});

interface SharedVectors {
  readonly uiTokenAmount: readonly { amount: string; decimals: number; instruction: JsonText }[];
  readonly f64: readonly { bitsHex: string; serdeJson: JsonText; rustDisplay: string }[];
}

const url = new URL('../../../shared/vectors/token-amounts.json', import.meta.url);
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
