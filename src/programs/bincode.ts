/**
 * The words of bincode that fixed-width integers do not cover: little-endian, u64 lengths, u32 variant tags. Bytes after the
 * value are ignored.
 *
 * Source   bincode 1.3.3 `deserialize`
 * @module
 */
import { type ByteReader, BytesError } from '../codec/byteReader.ts';
import { utf8Text } from '../codec/utf8.ts';

/** A `bool`: one byte, strictly 0 or 1. */
export function readBool(data: ByteReader): boolean {
  const byte = data.u8();
  if (byte > 1) throw new BytesError(`${byte} is no bool`, data.offset - 1);
  return byte === 1;
}

/** A `Vec<u8>`. */
export function readByteVec(data: ByteReader): Uint8Array {
  // a length that a double cannot hold is past the end all the same
  return data.take(Number(data.u64()));
}

/** A `String`. */
export function readText(data: ByteReader): string {
  const start = data.offset;
  const text = utf8Text(readByteVec(data));
  if (text === undefined) throw new BytesError('a string that is not UTF-8', start);
  return text;
}

/** A `Vec<T>`. `readItem` must read at least one byte, so that a hostile count runs into the end of the data. */
export function readVec<T>(data: ByteReader, readItem: (data: ByteReader) => T): T[] {
  const items: T[] = [];
  for (let left = data.u64(); left > 0n; left--) items.push(readItem(data));
  return items;
}

/** An `Option<T>`. */
export function readOption<T>(data: ByteReader, readValue: (data: ByteReader) => T): T | undefined {
  const tag = data.u8();
  if (tag > 1) throw new BytesError(`an option tag of ${tag}`, data.offset - 1);
  return tag === 1 ? readValue(data) : undefined;
}

/** A variant without fields, by its name. */
export function readVariant<T extends string>(data: ByteReader, names: readonly T[]): T {
  const tag = data.u32();
  const name = names[tag];
  if (name === undefined) throw new BytesError(`variant ${tag} of ${names.length}`, data.offset - 4);
  return name;
}
