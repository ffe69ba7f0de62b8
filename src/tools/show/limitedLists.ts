/**
 * Lists of a ledger that may be long: they end after some items, with the number of those that are left out.
 * @module
 */

/** How much is told, and how. */
export interface Telling {
  /** of each list */
  readonly maxItems: number;
  /** lets other work have its turn */
  readonly turn: () => Promise<void>;
}

/** Everything, at once. */
export const WHOLE: Telling = { maxItems: Number.POSITIVE_INFINITY, turn: async () => undefined };

export interface LimitedList<T> {
  readonly items: readonly T[];
  readonly leftOut: number;
}

/** Of each list: how many items are not there; `described`: of all accounts. */
export type LeftOut = Readonly<Record<string, number>>;

/** A few milliseconds of work. */
const ITEMS_A_TURN = 50;

/** In between, other work has its turn. */
export async function forEachInTurns<T>(items: Iterable<T>, { turn }: Telling, use: (item: T) => void): Promise<void> {
  let count = 0;
  for (const item of items) {
    use(item);
    if (++count % ITEMS_A_TURN === 0) await turn();
  }
}

/** What is told of the first items; the others are counted. */
export async function firstOf<T, U>(
  items: Iterable<T>,
  telling: Telling,
  tell: (item: T) => U,
): Promise<LimitedList<U>> {
  const told: U[] = [];
  let leftOut = 0;
  await forEachInTurns(items, telling, (item) => {
    if (told.length < telling.maxItems) told.push(tell(item));
    else leftOut++;
  });
  return { items: told, leftOut };
}

/** As `firstOf`, in ascending order. @param items descending */
export async function newestOf<T, U>(
  items: Iterable<T>,
  telling: Telling,
  tell: (item: T) => U,
): Promise<LimitedList<U>> {
  const { items: told, leftOut } = await firstOf(items, telling, tell);
  return { items: told.toReversed(), leftOut };
}

/** Numbers from `end` down to `first`, without `end`. */
export function* numbersDown(end: number, first = 0): Iterable<number> {
  for (let i = end - 1; i >= first; i--) yield i;
}
