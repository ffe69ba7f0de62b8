import { JsonFloat } from './json.ts';
import { U64_MAX } from './u64.ts';

const PARTS = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;
const I32_MAX = 2147483647;
/** the greatest power of ten that is a double */
const MAX_POWER = 308;

/**
 * The double that the node reads from a JSON number: one rounding for the digits, of which only as many count as fit a u64, and one
 * for the power of ten. Numbers of 17 digits and more, and very large and small ones, can come out a little beside the nearest double.
 *
 * Source   serde_json 1.0.149 without `float_roundtrip`
 * @param literal a JSON number
 * @returns infinite where the node refuses the number
 */
export function nodeFloat(literal: string): number {
  const [, sign, whole, fraction = '', power = '0'] = PARTS.exec(literal)!;
  const { digits, exponent } = significantDigits(whole!, fraction);
  const value = scale(Number(digits), exponent + Math.max(-I32_MAX, Math.min(I32_MAX, Number(power))));
  return sign === '' ? value : -value;
}

/** A float of a request: what is given on is the nearest double, and what errors quote is what the node has read. */
export function requestFloat(literal: string): JsonFloat {
  return new JsonFloat(Number(literal), nodeFloat(literal));
}

/** Digits that do not fit are dropped: those before the point still count for the exponent. */
function significantDigits(whole: string, fraction: string): { readonly digits: bigint; readonly exponent: number } {
  const head = takeDigits(0n, whole);
  const tail = takeDigits(head.digits, fraction);
  return { digits: tail.digits, exponent: whole.length - head.taken - tail.taken };
}

function takeDigits(start: bigint, text: string): { readonly digits: bigint; readonly taken: number } {
  let digits = start;
  for (let taken = 0; taken < text.length; taken++) {
    const next = digits * 10n + BigInt(text[taken]!);
    if (next > U64_MAX) return { digits, taken };
    digits = next;
  }
  return { digits, taken: text.length };
}

function scale(digits: number, exponent: number): number {
  if (digits === 0) return 0;
  if (exponent > MAX_POWER) return Number.POSITIVE_INFINITY;
  if (exponent >= 0) return digits * powerOfTen(exponent);
  let value = digits;
  let left = -exponent;
  for (; left > MAX_POWER && value !== 0; left -= MAX_POWER) value /= 1e308;
  return value === 0 ? 0 : value / powerOfTen(left);
}

/** The nearest double, unlike a power that is multiplied out. */
function powerOfTen(exponent: number): number {
  return Number(`1e${exponent}`);
}
