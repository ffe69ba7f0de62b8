import { U64_MAX } from './u64.ts';

const PARTS = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;
const MAX_POWER = 308;

/**
 * The double that the reference node reads for a JSON number that is no integer of 64 bits. Mostly it is the nearest one; but digits
 * that no longer fit into a u64 are dropped, and the power of ten is applied to what is left when that has been rounded already.
 *
 * Source   serde_json 1.0.149 without its feature `float_roundtrip`
 * @returns an infinity where the number is out of range
 */
export function hastyFloat(literal: string): number {
  const [, sign, whole = '', fraction = '', power = '0'] = PARTS.exec(literal)!;
  const before = takeDigits(0n, whole);
  const after = takeDigits(before.significand, fraction);
  const exponent = Number(power) + before.left - (fraction.length - after.left);
  const value = scale(Number(after.significand), exponent);
  return sign === '' ? value : -value;
}

/** Reads digits for as long as they fit. What follows the point is tried again, and may fit where the last digit before it did not. */
function takeDigits(start: bigint, digits: string): { readonly significand: bigint; readonly left: number } {
  let significand = start;
  for (let at = 0; at < digits.length; at++) {
    const longer = significand * 10n + BigInt(digits[at]!);
    if (longer > U64_MAX) return { significand, left: digits.length - at };
    significand = longer;
  }
  return { significand, left: 0 };
}

/** In steps of the greatest power of ten that is a double. */
function scale(significand: number, exponent: number): number {
  if (significand === 0) return 0;
  if (exponent > MAX_POWER) return Number.POSITIVE_INFINITY;
  if (exponent >= 0) return significand * Number(`1e${exponent}`);
  let value = significand;
  let left = -exponent;
  for (; left > MAX_POWER && value !== 0; left -= MAX_POWER) value /= 1e308;
  return value === 0 ? 0 : value / Number(`1e${left}`);
}
