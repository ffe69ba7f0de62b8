const PINNED = new Set<object>();

/**
 * Prevents `target` from being garbage-collected while others await a promise that it will resolve.
 *
 * @returns a function that releases it
 */
export function keepInMemory(target: object): () => void {
  // a new entry for each call: the same object may be pinned more than once
  const entry = { target };
  PINNED.add(entry);
  return () => void PINNED.delete(entry);
}
