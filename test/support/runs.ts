/** What is random, or could be luck, is repeated for a share of its cases: a tenth, or one in RANDOM_SHARE. `.ci/run` runs a third of them. */

const SHARE = Number(process.env.RANDOM_SHARE ?? 10);

export function runsOf(all: number): number {
  return Math.ceil(all / SHARE);
}

/** A share of many alike files, spread over their list; PROPERTY_SEED chooses which. At least twenty of them, or all where there are fewer. */
export function shareOf<Item>(items: readonly Item[]): Item[] {
  const { PROPERTY_SEED } = process.env;
  const step = Math.max(1, Math.min(SHARE, Math.floor(items.length / 20)));
  const first = PROPERTY_SEED === undefined ? Math.floor(Math.random() * step) : Number(PROPERTY_SEED) % step;
  return items.filter((_, i) => i % step === first);
}

/** The number of cases with a fixed seed: all in `.ci/run` and with RANDOM_SHARE, fewer in `npm test`, where they would be the same at each run. */
export function fixedRunsOf(all: number, few: number): number {
  return SHARE < 10 ? all : few;
}
