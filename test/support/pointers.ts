import type { Path } from '../../src/syntax/sourcePlace.ts';

/** The path that an RFC 6901 pointer writes. */
export function pathOf(pointer: string): Path {
  return pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}
