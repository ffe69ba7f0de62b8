/** The beginning of a list, and how long the whole of it is. */
export interface Cut<T> {
  readonly count: number;
  readonly items: readonly T[];
}

/** @param toItem is called for those that are shown only */
export function cut<S, T>(list: Iterable<S>, limit: number, toItem: (source: S) => T): Cut<T> {
  const items: T[] = [];
  let count = 0;
  for (const source of list) {
    if (count < limit) items.push(toItem(source));
    count++;
  }
  return { count, items };
}
