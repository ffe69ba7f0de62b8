const PINNED = new Set<object>();

/**
 * Prevents `waited` from being garbage-collected while others await a promise that it will resolve.
 *
 * @returns a function that releases it
 */
export function keepInMemory(waited: object): () => void {
  // each call has an entry of its own, also for the same object
  const holder = { waited };
  PINNED.add(holder);
  return () => void PINNED.delete(holder);
}
