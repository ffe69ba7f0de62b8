/** Milliseconds, or a log-normal distribution of them. */
export type Delay = number | { readonly median: number; readonly sigma: number };

/** Numbers from 0 to 1, without 1. */
export type Random = () => number;

/** The longest time that a timer accepts. */
const MAX_MS = 2 ** 31 - 1;

/**
 * Creates a generator that repeats its numbers for the same seed: a Weyl sequence, mixed by fmix32.
 *
 * @param seed u32
 */
export function createRandom(seed: number): Random {
  let counter = seed >>> 0;
  return () => {
    counter = (counter + 0x9e3779b9) >>> 0;
    return mix(counter) / 2 ** 32;
  };
}

/** Each bit of the result depends on each bit of the number. Source MurmurHash3 fmix32 */
function mix(number: number): number {
  let bits = number;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/** The milliseconds of a delay: its number, or the next one of its distribution. */
export function delayOf(delay: Delay, random: Random): number {
  if (typeof delay === 'number') return delay;
  return Math.min(delay.median * Math.exp(delay.sigma * nextNormal(random)), MAX_MS);
}

/** A random number with mean 0 and deviation 1. Source Box and Muller 1958 */
function nextNormal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
