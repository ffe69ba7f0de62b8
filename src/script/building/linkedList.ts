/** The end of a list that grows without being copied: scripts may be long, and every step of building one leaves the earlier step unchanged. */
export interface Link<T> {
  readonly before: Link<T> | undefined;
  readonly item: T;
}

/** The items, first to last. */
export function itemsOf<T>(last: Link<T> | undefined): T[] {
  const items: T[] = [];
  for (let link = last; link !== undefined; link = link.before) items.push(link.item);
  return items.reverse();
}
