/**
 * Doubles by their exact binary value: it decides texts that `toString` and `toFixed` would get wrong.
 *
 * Source   Rust `core::fmt` of f64
 * @module
 */

/** value = significand · 2^exponent, exactly; finite values only */
interface ExactFloat {
  readonly isNegative: boolean;
  readonly significand: bigint;
  readonly exponent: number;
}

const VIEW = new DataView(new ArrayBuffer(8));
const FRACTION_BITS = 52n;
const FRACTION_MASK = (1n << FRACTION_BITS) - 1n;
/** exponent of the lowest bit of the smallest doubles */
const MIN_EXPONENT = -1074;

export function exactFloat(value: number): ExactFloat {
  VIEW.setFloat64(0, value);
  const bits = VIEW.getBigUint64(0);
  const biased = Number((bits >> FRACTION_BITS) & 0x7ffn);
  const fraction = bits & FRACTION_MASK;
  const isNegative = bits >> 63n === 1n;
  if (biased === 0) return { isNegative, significand: fraction, exponent: MIN_EXPONENT };
  return { isNegative, significand: fraction | (1n << FRACTION_BITS), exponent: biased - 1 + MIN_EXPONENT };
}

/** The double nearest to significand · 2^exponent. Ties go to even; among the smallest, subnormal doubles they go up. */
export function nearestFloat(significand: bigint, exponent: number): number {
  const shift = BigInt(Math.max(0, MIN_EXPONENT - exponent));
  const rounded = shift === 0n ? significand : (significand + (1n << (shift - 1n))) >> shift;
  return Number(rounded) * 2 ** Math.max(exponent, MIN_EXPONENT);
}

/** The shortest digits that read back equal, never an exponent, no point in whole numbers: `1`, `0.0000001`, `-inf`, `NaN`. */
export function f64Text(value: number): string {
  if (!Number.isFinite(value)) return wordOf(value);
  const [mantissa, exponentText] = Math.abs(value).toExponential().split('e') as [string, string];
  const shortest = mantissa.replace('.', '');
  const fractionDigits = shortest.length - 1 - Number(exponentText);
  const digits = isHalfway(value, BigInt(shortest), fractionDigits) ? BigInt(shortest) + 1n : BigInt(shortest);
  const integerPart = digits * 10n ** BigInt(Math.max(0, -fractionDigits));
  return signOf(value) + placePoint(integerPart, Math.max(0, fractionDigits));
}

/** Whether two shortest texts are equally near: JavaScript takes the even digit, Rust the greater one. */
function isHalfway(value: number, digits: bigint, fractionDigits: number): boolean {
  const { significand, exponent } = exactFloat(value);
  const twice = scaleUp(significand * 2n, exponent, fractionDigits);
  return twice === scaleUp(digits * 2n + 1n, -exponent, -fractionDigits);
}

/** number · 2^twos · 10^tens, leaving out negative powers, which the other side of the equation has. */
function scaleUp(number: bigint, twos: number, tens: number): bigint {
  return (number << BigInt(Math.max(0, twos))) * 10n ** BigInt(Math.max(0, tens));
}

const F64_TEXT = /^[+-]?(?:inf|infinity|nan|(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:e[+-]?[0-9]+)?)$/i;
const WORD = /^[+-]?[in]/i;

/** Parses like Rust's `str::parse::<f64>`; undefined: invalid. */
export function parseF64(text: string): number | undefined {
  if (!F64_TEXT.test(text)) return undefined;
  if (!WORD.test(text)) return Number(text);
  if (/n$/i.test(text)) return Number.NaN;
  return text.startsWith('-') ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
}

/** A text with exactly `decimals` digits after the point, ties to even, never an exponent; `inf`, `-inf` and `NaN` as words. */
export function fixedText(value: number, decimals: number): string {
  if (!Number.isFinite(value)) return wordOf(value);
  const { significand, exponent } = exactFloat(value);
  const scaled = significand * 10n ** BigInt(decimals);
  const units = exponent >= 0 ? scaled << BigInt(exponent) : shiftRightToEven(scaled, BigInt(-exponent));
  return signOf(value) + placePoint(units, decimals);
}

/** A non-negative count of 10^-decimals as decimal text, with at least one digit before the point. */
export function placePoint(units: bigint, decimals: number): string {
  const digits = `${units}`.padStart(decimals + 1, '0');
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** number / 2^shift, rounded; ties to even. `shift` is at least 1. */
function shiftRightToEven(number: bigint, shift: bigint): bigint {
  const quotient = number >> shift;
  const remainder = number - (quotient << shift);
  const half = 1n << (shift - 1n);
  const isUp = remainder > half || (remainder === half && (quotient & 1n) === 1n);
  return isUp ? quotient + 1n : quotient;
}

function wordOf(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  return value < 0 ? '-inf' : 'inf';
}

function signOf(value: number): string {
  return value < 0 || Object.is(value, -0) ? '-' : '';
}
