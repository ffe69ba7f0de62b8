/** Adds a place to an index. A key that a transaction has twice gets one entry. */
export function append<K, P>(index: Map<K, P[]>, key: K, place: P): void {
  const places = index.get(key);
  if (places === undefined) index.set(key, [place]);
  else if (places.at(-1) !== place) places.push(place);
}
