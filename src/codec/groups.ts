/** Groups of at most `size` items. */
export function* groupsOf<T>(items: Iterable<T>, size: number): Iterable<readonly T[]> {
  let group: T[] = [];
  for (const item of items) {
    group.push(item);
    if (group.length < size) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}
