import type { JsonValue } from '../codec/json.ts';
import { rpcErrors } from '../errors.ts';

/**
 * A tuple, or a struct that is written as an array of its members. They are read in order: one that is missing is noticed in
 * its turn, that there are too many at the end.
 *
 * Source   serde 1.0.228 `visit_seq` as derived; serde_json 1.0.149
 * @param want what the node calls the whole, e.g. `a tuple of size 2`
 * @param read takes one value a call of `next`
 * @param wantNoMore the node's text for what it expected instead of a longer array; it differs inside a flattened struct
 */
export function readMembersInOrder<T>(
  values: readonly JsonValue[],
  want: string,
  read: (next: () => JsonValue) => T,
  wantNoMore = 'fewer elements in array',
): T {
  const invalidLength = (expected: string) =>
    rpcErrors.invalidParams(`invalid length ${values.length}, expected ${expected}`);
  let taken = 0;
  const result = read(() => {
    const value = values[taken++];
    if (value === undefined) throw invalidLength(want);
    return value;
  });
  if (values.length > taken) throw invalidLength(wantNoMore);
  return result;
}
