const HELD = new Set<object>();

/**
 * Keeps something in memory that others wait for: a promise alone keeps nothing that would resolve it.
 *
 * @returns ends that
 */
export function keepInMemory(waited: object): () => void {
  const holder = { waited };
  HELD.add(holder);
  return () => void HELD.delete(holder);
}
