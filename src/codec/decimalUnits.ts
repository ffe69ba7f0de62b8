import { placePoint } from './floats.ts';

export const SOL_DECIMALS = 9;

/** A whole number of smallest units as decimal text, without zeros at the end: 1500000000 with 9 decimals is `1.5`. */
export function formatUnits(units: bigint, decimals: number): string {
  const text = placePoint(units < 0n ? -units : units, decimals);
  return `${units < 0n ? '-' : ''}${decimals === 0 ? text : trimFraction(text)}`;
}

/** A decimal text with a point, without the zeros at its end, nor a point that nothing would follow. */
export function trimFraction(text: string): string {
  const trimmed = withoutEndZeros(text);
  return trimmed.endsWith('.') ? trimmed.slice(0, -1) : trimmed;
}

/** The text without the zeros at its end. */
export function withoutEndZeros(text: string): string {
  let end = text.length;
  while (text[end - 1] === '0') end--;
  return text.slice(0, end);
}

/** Reads `1.5` as a whole number of smallest units; undefined: the text is something else, or has more decimals than there are. */
export function parseUnits(text: string, decimals: number): bigint | undefined {
  const [, whole, fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === undefined || fraction.length > decimals) return undefined;
  return BigInt(whole + fraction.padEnd(decimals, '0'));
}

/** Lamports as SOL: `0.3`. */
export function formatSol(lamports: bigint): string {
  return formatUnits(lamports, SOL_DECIMALS);
}
