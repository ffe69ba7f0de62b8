/** Numbers from 0 to 1, without 1. */
export type Random = () => number;

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
