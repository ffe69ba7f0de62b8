/** What is random, or could be luck, is repeated for a share of its cases: a tenth, or one in RANDOM_SHARE. `.ci/run` runs a third of them. */

const SHARE = Number(process.env.RANDOM_SHARE ?? 10);

export function runsOf(all: number): number {
  return Math.ceil(all / SHARE);
}
