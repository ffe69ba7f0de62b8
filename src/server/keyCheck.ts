import { createHash, timingSafeEqual } from 'node:crypto';

/**
 * Checks a key in a query in constant time, so that the time does not show how close a guess is.
 *
 * @param parameter its name in the query
 * @param keys empty: every request is accepted
 */
export function keyCheck(parameter: string, keys: readonly string[]): (query: URLSearchParams) => boolean {
  if (keys.length === 0) return () => true;
  const digests = keys.map(digestOf);
  return (query) => {
    const sentKeys = query.getAll(parameter);
    const digest = digestOf(sentKeys[0] ?? '');
    // compares every key, so that the time does not depend on which one matches
    const matches = digests.filter((expected) => timingSafeEqual(expected, digest)).length;
    return sentKeys.length === 1 && matches > 0;
  };
}

function digestOf(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
