/**
 * Lists of a ledger that may be long: they end after some items, with the number of those that are left out.
 * @module
 */

/** The limits of what is shown. */
export interface Telling {
  /** the limit of each list */
  readonly maxItems: number;
  /** lets other work have its turn */
  readonly turn: () => Promise<void>;
}

/** A telling without limits. */
export const WHOLE: Telling = { maxItems: Number.POSITIVE_INFINITY, turn: async () => undefined };

export interface LimitedList<T> {
  readonly items: readonly T[];
  readonly leftOut: number;
}

/** The number of items that each list lacks; `described`: of accounts and states without a description. */
export type LeftOut = Readonly<Record<string, number>>;

/** A few milliseconds of work. */
const ITEMS_A_TURN = 50;

/** Uses each item; in between, other work has its turn. */
export async function forEachInTurns<T>(items: Iterable<T>, { turn }: Telling, use: (item: T) => void): Promise<void> {
  let count = 0;
  for (const item of items) {
    use(item);
    if (++count % ITEMS_A_TURN === 0) await turn();
  }
}

/** The first items, as shown, and the number of the others. */
export async function firstOf<T, U>(
  items: Iterable<T>,
  telling: Telling,
  show: (item: T) => U,
): Promise<LimitedList<U>> {
  const shown: U[] = [];
  let leftOut = 0;
  await forEachInTurns(items, telling, (item) => {
    if (shown.length < telling.maxItems) shown.push(show(item));
    else leftOut++;
  });
  return { items: shown, leftOut };
}

/** The newest items, as shown, ascending, and the number of the others. @param items descending */
export async function newestOf<T, U>(
  items: Iterable<T>,
  telling: Telling,
  show: (item: T) => U,
): Promise<LimitedList<U>> {
  const { items: shown, leftOut } = await firstOf(items, telling, show);
  return { items: shown.toReversed(), leftOut };
}

/** Numbers from `end` down to `first`, without `end`. */
export function* numbersDown(end: number, first = 0): Iterable<number> {
  for (let i = end - 1; i >= first; i--) yield i;
}
