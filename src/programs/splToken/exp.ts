import { exactFloat, nearestFloat } from './float64.ts';

/** Fraction bits of the fixed-point numbers here. */
const BITS = 192n;
const ONE = 1n << BITS;
const LN2 = naturalLogOf2();

/** beyond these the result is infinite, or zero */
const OVERFLOW = 709.79;
const UNDERFLOW = -745.14;

/**
 * e^value, correctly rounded. `Math.exp` will not do: V8 is off by one unit in the last place in a tenth of its results,
 * and the digits of an interest-bearing amount show it.
 *
 * x = k·ln 2 + r with |r| <= ln 2 / 2, so e^x = 2^k · e^r, and the Taylor series of e^r converges in some forty terms.
 * Without rounding errors that matter: 192 bits, where no double's exponential is nearer than 2^-120 to a tie.
 *
 * Differs  the node calls glibc, which is within 0.52 units and so rounds about one result in a thousand the other way
 */
export function exp(value: number): number {
  if (Number.isNaN(value)) return value;
  if (value > OVERFLOW) return Number.POSITIVE_INFINITY;
  if (value < UNDERFLOW) return 0;
  const k = Math.round(value / Math.LN2);
  const r = toFixedPoint(value) - BigInt(k) * LN2;
  return nearestFloat(expSeries(r), k - Number(BITS));
}

function toFixedPoint(value: number): bigint {
  const { isNegative, significand, exponent } = exactFloat(value);
  const shift = BITS + BigInt(exponent);
  const magnitude = shift >= 0n ? significand << shift : significand >> -shift;
  return isNegative ? -magnitude : magnitude;
}

/** 1 + r + r²/2! + r³/3! …, fixed point; for small r */
function expSeries(r: bigint): bigint {
  let sum = 0n;
  let term = ONE;
  for (let n = 1n; term !== 0n; n++) {
    sum += term;
    term = (term * r) / (ONE * n);
  }
  return sum;
}

/** ln 2 = 1/2 + 1/(2·2²) + 1/(3·2³) …, fixed point */
function naturalLogOf2(): bigint {
  let sum = 0n;
  for (let n = 1n; n <= BITS; n++) sum += (ONE >> n) / n;
  return sum;
}
