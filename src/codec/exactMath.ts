import { exactFloat, nearestFloat } from './floats.ts';

/**
 * Powers, correctly rounded, for inflation. `Math.pow` will not do on Node 20 and 22: their V8 is off by one unit in the last place in
 * a tenth of its results, and texts of full length show it. Node 24 has the same results as here.
 *
 * Everything is fixed point with 192 fraction bits. Its rounding errors do not matter: no power of a
 * double is nearer than 2^-120 to a tie, unless it is one itself.
 *
 * Differs  the node calls glibc, whose pow is within 0.52 units: it rounds none of the first 1,500 epochs of mainnet's inflation the
 *          other way
 * @module
 */

const BITS = 192n;
const ONE = 1n << BITS;
let knownLn2: bigint | undefined;

/** powers of two beyond which a result is infinite, or zero */
const OVERFLOW = 1024;
const UNDERFLOW = -1080;

/** base^exponent, for 0 < base < 1 and an exponent that is not negative; elsewhere `Math.pow` has to do. */
export function power(base: number, exponent: number): number {
  if (!(base > 0 && base < 1 && exponent > 0 && Number.isFinite(exponent))) return base ** exponent;
  const { significand, exponent: unit } = exactFloat(base);
  // base = mantissa · 2^scale with the mantissa from 1/2 on, where the series are short
  const length = BigInt(significand.toString(2).length);
  const scale = BigInt(unit) + length;
  const log = logarithm(significand << (BITS - length)) + scale * ln2();
  return exponential((log * toFixedPoint(exponent)) >> BITS);
}

function toFixedPoint(value: number): bigint {
  const { isNegative, significand, exponent } = exactFloat(value);
  const shift = BITS + BigInt(exponent);
  const magnitude = shift >= 0n ? significand << shift : significand >> -shift;
  return isNegative ? -magnitude : magnitude;
}

/** e^x = 2^k · e^r with x = k·ln 2 + r and |r| < ln 2 */
function exponential(x: bigint): number {
  const k = x / ln2();
  if (k > OVERFLOW) return Number.POSITIVE_INFINITY;
  if (k < UNDERFLOW) return 0;
  return nearestFloat(exponentialSeries(x - k * ln2()), Number(k - BITS));
}

/** 1 + r + r²/2! + r³/3! …; for small r */
function exponentialSeries(r: bigint): bigint {
  let sum = 0n;
  let term = ONE;
  for (let n = 1n; term !== 0n; n++) {
    sum += term;
    term = (term * r) / (ONE * n);
  }
  return sum;
}

/** The natural logarithm of 2, computed at its first use, because it takes a hundred terms. */
function ln2(): bigint {
  knownLn2 ??= -logarithm(ONE / 2n);
  return knownLn2;
}

/** ln x = 2 (z + z³/3 + z⁵/5 …) with z = (x − 1) / (x + 1) */
function logarithm(x: bigint): bigint {
  const z = ((x - ONE) * ONE) / (x + ONE);
  let sum = 0n;
  let term = z;
  for (let n = 1n; term !== 0n; n += 2n) {
    sum += term / n;
    term = (term * z * z) / (ONE * ONE);
  }
  return 2n * sum;
}
