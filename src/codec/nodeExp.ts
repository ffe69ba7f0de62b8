import { exp, twoToThe } from './exactMath.ts';
import { multiplyAdd } from './floats.ts';

/** 2^(index/128) = value · (1 + rest) */
interface Step {
  readonly value: number;
  readonly rest: number;
}

const STEPS = 128;
const known: Step[] = [];

/** 128 / ln 2, and ln 2 / 128 in two parts, of which the first times a small integer is exact */
const STEPS_PER_UNIT = 184.6649652337873;
const STEP = 0.005415212348111709;
const STEP_REST = 1.2864023111638344e-14;
/** added to a double it rounds it to an integer */
const SHIFT = 1.5 * 2 ** 52;
/** of the polynomial r + r²(a + b·r) + r⁴(c + d·r) for e^r − 1 */
const [A, B, C, D] = [0.49999999999996786, 0.16666666666665886, 0.0416666808410674, 0.008333335853059549];

/** Below, results are no normal doubles; glibc rounds those carefully. */
const LEAST = -708;
const OVERFLOW = 710;
/** Below, the last product is rounded on its own. */
const LEAST_FUSED = -512;
/** Up to here e^x is 1. */
const NOTHING = 2 ** -54;

/**
 * e^value as the node computes it, which calls glibc: one result in a thousand is not the nearest double.
 *
 * Source   glibc `exp` since 2.28, as it is compiled for processors that multiply and add in one step
 */
export function nodeExp(value: number): number {
  if (!(Math.abs(value) > NOTHING && value > LEAST && value < OVERFLOW)) return exp(value);
  const steps = multiplyAdd(STEPS_PER_UNIT, value, SHIFT) - SHIFT;
  const r = multiplyAdd(-steps, STEP_REST, multiplyAdd(-steps, STEP, value));
  const index = ((steps % STEPS) + STEPS) % STEPS;
  const step = stepAt(index);
  const square = r * r;
  const low = multiplyAdd(square, multiplyAdd(r, B, A), step.rest + r);
  const growth = multiplyAdd(square * square, multiplyAdd(r, D, C), low);
  const result = value < LEAST_FUSED ? step.value + step.value * growth : multiplyAdd(step.value, growth, step.value);
  const exponent = (steps - index) / STEPS;
  // 2^1024 alone is no double
  return exponent > 0 ? result * 2 ** (exponent - 1) * 2 : result * 2 ** exponent;
}

function stepAt(index: number): Step {
  known[index] ??= twoToThe(index, STEPS);
  return known[index];
}
