import type { Idl } from '../solana/idl/idl.ts';
import type { Cursor } from '../syntax/cursor.ts';
import { isObject } from '../syntax/readers.ts';
import { readAnchorIdl } from './anchorIdl.ts';
import { readCodamaIdl } from './codamaIdl.ts';
import { looksLikeIdl, ROOT_NODE } from './looksLikeIdl.ts';

/** Undefined: there is a mistake, which was reported. */
export function readIdl(at: Cursor): Idl | undefined {
  if (!isObject(at)) return undefined;
  if (!looksLikeIdl(at.value))
    return at.expected(
      'an IDL of Anchor or Shank: an object with instructions, and metadata or name; or the root node of one of Codama',
    );
  const { errors } = at.reading;
  const before = errors.count;
  const idl = at.member('kind').value === ROOT_NODE ? readCodamaIdl(at) : readAnchorIdl(at);
  return errors.count === before ? idl : undefined;
}
