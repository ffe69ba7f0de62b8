/**
 * Lists of a ledger that may be long: they end after some items, with the number of those that are left out.
 * @module
 */

export interface ListLimits {
  readonly maxItems: number;
  /** lets other work run */
  readonly turn: () => Promise<void>;
}

export const UNLIMITED: ListLimits = { maxItems: Number.POSITIVE_INFINITY, turn: async () => undefined };

export interface LimitedList<T> {
  readonly items: readonly T[];
  readonly leftOut: number;
}

/** The number of items that are left out of each list; `described`: accounts and states without a description. */
export type LeftOut = Readonly<Record<string, number>>;

/** The number of items that take a few milliseconds. */
const ITEMS_PER_TURN = 50;

/** Uses all items; other work runs in between. */
export async function forEachInTurns<T>(
  items: Iterable<T>,
  { turn }: ListLimits,
  use: (item: T) => void,
): Promise<void> {
  let count = 0;
  for (const item of items) {
    use(item);
    if (++count % ITEMS_PER_TURN === 0) await turn();
  }
}

/** Shows the first items, and counts the others. */
export async function firstItems<T, U>(
  items: Iterable<T>,
  limits: ListLimits,
  show: (item: T) => U,
): Promise<LimitedList<U>> {
  const shownItems: U[] = [];
  let leftOut = 0;
  await forEachInTurns(items, limits, (item) => {
    if (shownItems.length < limits.maxItems) shownItems.push(show(item));
    else leftOut++;
  });
  return { items: shownItems, leftOut };
}

/** Shows the newest items, ascending, and counts the others. @param items descending */
export async function newestItems<T, U>(
  items: Iterable<T>,
  limits: ListLimits,
  show: (item: T) => U,
): Promise<LimitedList<U>> {
  const { items: newestFirst, leftOut } = await firstItems(items, limits, show);
  return { items: newestFirst.toReversed(), leftOut };
}

/** Numbers from `end` down to `first`, without `end`. */
export function* numbersDown(end: number, first = 0): Iterable<number> {
  for (let i = end - 1; i >= first; i--) yield i;
}
