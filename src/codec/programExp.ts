/**
 * e^x as programs of the chain compute it, to the last bit: they have no hardware for it, and V8 rounds some of its results otherwise.
 *
 * Source   FreeBSD msun e_exp.c, which Rust's libm follows
 * @module
 */

/** ln 2 in two parts: multiples of the first are exact */
const LN2_HIGH = 0.6931471803691238;
const LN2_LOW = 1.9082149292705877e-10;
const INVERSE_LN2 = Math.LOG2E;
/** the polynomial for r·(e^r + 1) / (e^r − 1), from the highest power of r² on */
const COEFFICIENTS = [
  4.1381367970572385e-8, -1.6533902205465252e-6, 6.613756321437934e-5, -0.0027777777777015593, 0.16666666666666602,
] as const;

const OVERFLOW = 709.782712893384;
const UNDERFLOW = -745.1332191019411;

/** e^x = 2^k · e^r with x = k·ln 2 + r and r = high − low */
export function programExp(x: number): number {
  if (Number.isNaN(x)) return x;
  if (x > OVERFLOW) return Number.POSITIVE_INFINITY;
  if (x < UNDERFLOW) return 0;
  if (Math.abs(x) < TINY) return 1 + x;
  const k = powerNear(x);
  const high = x - k * LN2_HIGH;
  const low = k * LN2_LOW;
  const r = high - low;
  const square = r * r;
  let polynomial = 0;
  for (const coefficient of COEFFICIENTS) polynomial = coefficient + square * polynomial;
  const c = r - square * polynomial;
  return scale(1 + ((r * c) / (2 - c) - low + high), k);
}

/** The number of times that ln 2 is subtracted: 0 for up to half of ln 2, 1 for up to one and a half. */
function powerNear(x: number): number {
  const magnitude = Math.abs(x);
  if (magnitude < HALF_LN2) return 0;
  if (magnitude < THREE_HALVES_LN2) return x < 0 ? -1 : 1;
  return Math.trunc(INVERSE_LN2 * x + (x < 0 ? -0.5 : 0.5));
}

/** limits, compared by their upper 32 bits only */
const TINY = fromHighWord(0x3e300001);
const HALF_LN2 = fromHighWord(0x3fd62e43);
const THREE_HALVES_LN2 = fromHighWord(0x3ff0a2b2);

function fromHighWord(upperBits: number): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setUint32(0, upperBits);
  return view.getFloat64(0);
}

/** value · 2^k, rounded once. */
function scale(value: number, k: number): number {
  if (k === 0) return value;
  return k > 0 ? value * 2 ** (k - 1) * 2 : (value / 2) * 2 ** (k + 1);
}
