import type { Idl } from '../solana/idl/idl.ts';
import type { Cursor } from '../syntax/cursor.ts';
import { isObject, itemsOf } from '../syntax/readers.ts';
import { readAnchorIdl } from './anchorIdl.ts';
import { readCodamaIdl } from './codamaIdl.ts';
import { looksLikeIdl, ROOT_NODE } from './looksLikeIdl.ts';

/** Undefined: there is a mistake, which was reported. */
export function readIdl(at: Cursor): Idl | undefined {
  if (!isObject(at)) return undefined;
  if (!looksLikeIdl(at.value))
    return at.expected(
      'an IDL of Anchor: an object with instructions, and metadata or name; or the root node of one of Codama',
    );
  const shank = shankMark(at);
  if (shank !== undefined)
    return shank.refuse('IDLs of Shank are not read yet', 'give its accounts and instructions as {"raw": …}');
  const { errors } = at.reading;
  const before = errors.count;
  const idl = at.member('kind').value === ROOT_NODE ? readCodamaIdl(at) : readAnchorIdl(at);
  return errors.count === before ? idl : undefined;
}

/** The member that only an IDL of Shank has: its instructions have a discriminant of a byte. Source shank 0.4 idl/src/idl.rs */
function shankMark(at: Cursor): Cursor | undefined {
  const origin = at.member('metadata').member('origin');
  if (origin.value === 'shank') return origin;
  return itemsOf(at.member('instructions'))
    .map((instruction) => instruction.member('discriminant'))
    .find(({ isNothing }) => !isNothing);
}
