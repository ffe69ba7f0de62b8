import { floatText, type JsonText } from '../codec/jsonText.ts';
import type { FeeGroups } from './feeSamples.ts';

/**
 * Levels of prices: the percentiles of each group, and for each level the greatest of all groups.
 *
 * Source   helius-labs atlas-priority-fee-estimator 59971bf, priority_fee.rs; statrs 0.17.1 `Data::quantile`
 * @module
 */

/** The level of each percentile, in the order of the answer. */
const PERCENTILES = { min: 0, low: 25, medium: 50, high: 75, veryHigh: 95, unsafeMax: 100 } as const;

export type FeeLevel = keyof typeof PERCENTILES;
export type FeeLevels = Readonly<Record<FeeLevel, number>>;

export const FEE_LEVELS = Object.keys(PERCENTILES) as readonly FeeLevel[];

const levelsBy = (feeOf: (level: FeeLevel) => number): FeeLevels =>
  Object.fromEntries(FEE_LEVELS.map((level) => [level, feeOf(level)])) as FeeLevels;

/** @returns 0 for groups without prices */
export function greatestLevels(groups: FeeGroups): FeeLevels {
  const all = Array.from(groups.values(), levelsOf);
  return levelsBy((level) => Math.max(0, ...all.map((levels) => levels[level])));
}

function levelsOf(prices: readonly number[]): FeeLevels {
  const sorted = prices.toSorted((a, b) => a - b);
  return levelsBy((level) => Math.round(quantile(sorted, PERCENTILES[level] / 100)));
}

/** The quantile by the method R-8, which does not assume a distribution. @param sorted ascending */
function quantile(sorted: readonly number[], share: number): number {
  const count = sorted.length;
  const position = (count + 1 / 3) * share + 1 / 3;
  const lower = Math.trunc(position);
  if (count === 0) return 0;
  if (lower <= 0 || share === 0) return sorted[0]!;
  if (lower >= count || share === 1) return sorted.at(-1)!;
  const price = sorted[lower - 1]!;
  return price + (position - lower) * (sorted[lower]! - price);
}

export function levelsText(levels: FeeLevels): JsonText {
  return `{${FEE_LEVELS.map((level) => `"${level}":${floatText(levels[level])}`).join(',')}}`;
}

/** The groups with their statistics, descending by their medium level, then by name. The source has no skew: it is null. */
export function detailsText(groups: FeeGroups): JsonText {
  const rows = Array.from(groups, ([name, prices]) => ({ name, prices, levels: levelsOf(prices) }));
  rows.sort((a, b) => b.levels.medium - a.levels.medium || (a.name < b.name ? 1 : -1));
  const texts = rows.map(({ levels, name, prices }) => {
    const { mean, deviation } = spreadOf(prices);
    return `["${name}",{"estimates":${levelsText(levels)},"mean":${roundedText(mean)},"stdev":${roundedText(deviation)},"skew":null,"count":${prices.length}}]`;
  });
  return `[${texts.join(',')}]`;
}

/** The mean, and the standard deviation of a sample; NaN where there are too few prices. */
function spreadOf(prices: readonly number[]): { readonly mean: number; readonly deviation: number } {
  const mean = sumOf(prices) / prices.length;
  const variance = sumOf(prices.map((price) => (price - mean) ** 2)) / (prices.length - 1);
  return { mean, deviation: prices.length < 2 ? Number.NaN : Math.sqrt(variance) };
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

function roundedText(value: number): JsonText {
  return floatText(Math.round(value));
}
