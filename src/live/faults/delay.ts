import type { Random } from './random.ts';

/** Milliseconds, or a log-normal distribution of them. */
export type Delay = number | { readonly median: number; readonly sigma: number };

/** The longest time that a timer accepts. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

/** The milliseconds of a delay: its number, or the next one of its distribution. */
export function delayOf(delay: Delay, random: Random): number {
  if (typeof delay === 'number') return delay;
  return Math.min(delay.median * Math.exp(delay.sigma * nextNormal(random)), MAX_TIMER_MS);
}

/** A random number with mean 0 and deviation 1. Source Box and Muller 1958 */
function nextNormal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
