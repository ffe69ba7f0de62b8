import { Cursor } from '../../document/cursor.ts';
import type { Place } from '../format/types.ts';

/** The places of a script that was read from a file are the cursors that it was read with. */
export function cursorOf(at: Place): Cursor {
  if (at instanceof Cursor) return at;
  throw new TypeError('a place of a script that no cursor made');
}
