/**
 * Readers of objects with fixed members, and of objects that are maps.
 * @module
 */
import { U64_MAX } from '../codec/u64.ts';
import type { Cursor } from '../document/cursor.ts';
import { readMembers } from '../document/members.ts';
import { isObject, type Reader, whole } from '../document/readers.ts';

type MemberReaders<T> = { readonly [K in keyof T]: Reader<T[K]> };

/** An object with these members and no others. */
export function readRecord<T extends object>(at: Cursor, readers: MemberReaders<T>): T | undefined {
  const names = Object.keys(readers) as (keyof T & string)[];
  // each member was read by the reader of its type
  const read = readMembers(at, readers, names) as T | undefined;
  return read && whole(read);
}

/** An object as a map, or undefined if one of its keys or values is wrong. */
export function readMap<K, V>(at: Cursor, readKey: Reader<K>, readValue: Reader<V>): Map<K, V> | undefined {
  if (!isObject(at)) return undefined;
  const entries = at.members();
  const map = new Map<K, V>();
  for (const entry of entries) {
    const { key, value } = { key: readKey(entry), value: readValue(entry) };
    if (key !== undefined && value !== undefined) map.set(key, value);
  }
  return map.size === entries.length ? map : undefined;
}

const DECIMAL = /^(?:0|[1-9]\d{0,19})$/;

/** Reads the name of a member as a slot or an epoch. */
export function readKeyU64(entry: Cursor): bigint | undefined {
  const { key } = entry;
  if (DECIMAL.test(key) && BigInt(key) <= U64_MAX) return BigInt(key);
  return entry.refuse(`expected a key that is an integer from 0 to ${U64_MAX} (u64), found ${JSON.stringify(key)}`);
}
