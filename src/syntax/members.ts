import { suggest } from '../codec/suggest.ts';
import type { Cursor } from './cursor.ts';

export function refuseUnknown(at: Cursor, names: readonly string[]): void {
  for (const member of at.members()) {
    if (!names.includes(member.key)) member.refuse('unknown member', memberHint(member, names));
  }
}

/** A hint for an unknown member. In YAML, `{sol: 1,5}` is a member `sol` and a member `5`. */
function memberHint({ key, value }: Cursor, names: readonly string[]): string | undefined {
  const isDecimals = value === null && /^\d+$/.test(key);
  return isDecimals ? 'decimals come after a point, as in 1.5' : suggest(key, names);
}

type Present<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };

/** Removes the members that are undefined. */
export function presentOf<T extends object>(members: T): Present<T> {
  // only members with a value are left
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Present<T>;
}
