/**
 * Readers of objects with fixed members, and of objects that are maps.
 * @module
 */
import { U64_MAX } from '../codec/u64.ts';
import type { Cursor } from '../document/cursor.ts';
import { didYouMean } from '../document/didYouMean.ts';
import { isObject, type Reader, whole } from '../document/readers.ts';

type MemberReaders<T> = { readonly [K in keyof T]: Reader<T[K]> };

/** An object with these members and no others. */
export function readRecord<T extends object>(at: Cursor, readers: MemberReaders<T>): T | undefined {
  if (!isObject(at)) return undefined;
  refuseUnknown(at, Object.keys(readers));
  const read = Object.entries<Reader<unknown>>(readers).map(([name, reader]) => [name, reader(at.member(name))]);
  // each member was read by the reader of its type, but Object.entries loses the types
  return whole(Object.fromEntries(read) as T);
}

function refuseUnknown(at: Cursor, names: readonly string[]): void {
  for (const entry of at.members()) {
    if (!names.includes(entry.key)) entry.refuse('unknown member', didYouMean(entry.key, names));
  }
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
