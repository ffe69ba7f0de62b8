import { placePoint } from '../../codec/float64.ts';

const SOL_DECIMALS = 9;

/** Lamports as messages show them: `0.3`. */
export function solText(lamports: bigint): string {
  return amountText(lamports, SOL_DECIMALS);
}

/** Smallest units as decimal text without needless zeros. */
export function amountText(units: bigint, decimals: number): string {
  const text = placePoint(units, decimals);
  return decimals === 0 ? text : text.replace(/\.?0+$/, '');
}
