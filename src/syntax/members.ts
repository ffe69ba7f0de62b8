import { suggest } from '../codec/suggest.ts';
import type { Cursor } from './cursor.ts';
import { isObject, type Reader } from './readers.ts';

type Readers = { readonly [name: string]: Reader<unknown> };

/** Undefined: the object does not have the member, or it is wrong, which has been reported. */
export type Members<R extends Readers> = {
  readonly [K in keyof R]: R[K] extends Reader<infer T> ? T | undefined : never;
};

/**
 * Reads the members that an object has; those without a reader are refused.
 *
 * @param required these are read, and so reported, where they are missing too
 * @param others names that have another reader
 */
export function readMembers<R extends Readers>(
  at: Cursor,
  readers: R,
  required: readonly (keyof R)[] = [],
  others: readonly string[] = [],
): Members<R> | undefined {
  if (!isObject(at)) return undefined;
  const names = Object.keys(readers);
  refuseUnknown(at, [...names, ...others]);
  const read = names.map((name): [string, unknown] => {
    const member = at.member(name);
    return [name, member.value === undefined && !required.includes(name) ? undefined : readers[name]?.(member)];
  });
  // each member was read by the reader of its type, but Object.keys loses the types
  return Object.fromEntries(read) as Members<R>;
}

export function refuseUnknown(at: Cursor, names: readonly string[]): void {
  for (const member of at.members()) {
    if (!names.includes(member.key)) member.refuse('unknown member', memberHint(member, names));
  }
}

/** `{sol: 1,5}` is a member `sol` and a member `5` in YAML. */
function memberHint({ key, value }: Cursor, names: readonly string[]): string | undefined {
  const isDecimals = value === null && /^\d+$/.test(key);
  return isDecimals ? 'decimals come after a point, as in 1.5' : suggest(key, names);
}

/** A reader whose result includes its position. */
export function located<T>(read: Reader<T>): Reader<{ readonly value: T; readonly at: Cursor }> {
  return (at) => {
    const value = read(at);
    return value === undefined ? undefined : { value, at };
  };
}

type Present<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };

/** Without the members that are undefined. */
export function presentOf<T extends object>(members: T): Present<T> {
  // only members with a value are left
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Present<T>;
}
