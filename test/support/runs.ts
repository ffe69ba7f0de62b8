/** `npm test` repeats what is random, or could be luck, for a tenth of the cases; `.ci/run`, which sets PROPERTY_SEED, for all of them. */

const SHARE = process.env.PROPERTY_SEED === undefined ? 10 : 1;

export function runsOf(all: number): number {
  return Math.ceil(all / SHARE);
}
