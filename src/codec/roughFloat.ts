import { U64_MAX } from './u64.ts';

const PARTS = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;
/** Up to fifteen digits and their power of ten are exact, so the double is right. */
const SHORT = /^[-\d.]{1,16}$/;
/** the greatest power of ten that is a double */
const MAX_POWER = 308;

/**
 * The double that the node reads from the text of a number: its first digits, as many as a u64 holds, times or through a power of ten,
 * and each of these steps rounds. A tenth of the quotients that JavaScript writes come out a bit or two off.
 *
 * @param literal a JSON number that is no integer within i64 and u64
 * Source   serde_json 1.0.149 `parse_long_integer`, `parse_decimal`, `f64_from_parts`; without its feature `float_roundtrip`
 */
export function roughFloat(literal: string): number {
  const parts = SHORT.test(literal) ? null : PARTS.exec(literal);
  if (parts === null) return Number(literal);
  const [, sign, integer = '', fraction = '', power = '0'] = parts;
  const whole = takeDigits(0n, integer);
  const all = takeDigits(whole.significand, fraction);
  const exponent = integer.length - whole.taken - all.taken + Number(power);
  const value = scale(Number(all.significand), exponent);
  return sign === '-' ? -value : value;
}

/** As many digits as fit behind those that there are. */
function takeDigits(start: bigint, digits: string): { readonly significand: bigint; readonly taken: number } {
  let significand = start;
  let taken = 0;
  for (const digit of digits) {
    const longer = significand * 10n + BigInt(digit);
    if (longer > U64_MAX) break;
    significand = longer;
    taken++;
  }
  return { significand, taken };
}

function scale(significand: number, exponent: number): number {
  let value = significand;
  let left = exponent;
  for (; left < -MAX_POWER && value !== 0; left += MAX_POWER) value /= 1e308;
  if (value === 0) return value;
  return left < 0 ? value / powerOfTen(-left) : value * powerOfTen(left);
}

function powerOfTen(exponent: number): number {
  return Number(`1e${exponent}`);
}
