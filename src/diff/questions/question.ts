import { type JsonValue, stringifyJson } from '../../codec/json.ts';

/** A call that a ledger and a node are both asked. */
export interface Question {
  readonly method: string;
  /** JSON text */
  readonly params: string;
  /** the node is not asked where the ledger answers with an error: the question does not fit */
  readonly isTentative?: boolean;
}

/** Below it a node may still change its mind; at `finalized` the newest slots of the ledger would be left out. */
export const COMMITMENT = 'confirmed';

export function question(method: string, ...params: readonly JsonValue[]): Question {
  return { method, params: stringifyJson(params) };
}

/** Lists of at most `size`. */
export function* groupsOf<T>(items: Iterable<T>, size: number): Iterable<readonly T[]> {
  let group: T[] = [];
  for (const item of items) {
    group.push(item);
    if (group.length < size) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}
