import { ByteReader, BytesError, ByteWriter } from './bytes.ts';
import { utf8Text } from './text.ts';

/**
 * Values in bytes, little-endian, each described once: the description reads them and, where they have a fixed size, writes them.
 *
 * Source   bincode 1.3.3 `deserialize`, borsh 1
 * @module
 */

/** Reads a value, and leaves the reader behind it. Throws BytesError where there is none. */
export interface Decoder<T> {
  readonly read: (data: ByteReader) => T;
}

/** Reads a value and writes it. */
export interface TwoWay<T> extends Decoder<T> {
  readonly write: (to: ByteWriter, value: T) => void;
}

/** A value of a fixed number of bytes. */
export interface Codec<T> extends TwoWay<T> {
  readonly bytes: number;
}

export const u8: Codec<number> = { bytes: 1, read: (data) => data.u8(), write: (to, value) => to.u8(value) };
export const u16: Codec<number> = { bytes: 2, read: (data) => data.u16(), write: (to, value) => to.u16(value) };
export const u32: Codec<number> = { bytes: 4, read: (data) => data.u32(), write: (to, value) => to.u32(value) };
export const u64: Codec<bigint> = { bytes: 8, read: (data) => data.u64(), write: (to, value) => to.u64(value) };
export const i8: Decoder<number> = { read: (data) => (data.u8() << 24) >> 24 };
export const i16: Codec<number> = {
  bytes: 2,
  read: (data) => data.i16(),
  write: (to, value) => to.u16(value & 0xffff),
};
export const i64: Codec<bigint> = {
  bytes: 8,
  read: (data) => data.i64(),
  write: (to, value) => to.u64(BigInt.asUintN(64, value)),
};
export const f64: Codec<number> = { bytes: 8, read: (data) => data.f64(), write: (to, value) => to.f64(value) };

/** A u64 as decimal text. */
export const u64Text: Decoder<string> = { read: (data) => `${data.u64()}` };

/** One byte, strictly 0 or 1. */
export const bool: Decoder<boolean> = {
  read(data) {
    const byte = data.u8();
    if (byte > 1) throw new BytesError(`${byte} is not a bool`, data.offset - 1);
    return byte === 1;
  },
};

/** So many bytes; a view, not a copy. */
export function bytes(count: number): Decoder<Uint8Array> {
  return { read: (data) => data.take(count) };
}

/** Bytes behind a u64 that counts them. */
export const byteVec: Decoder<Uint8Array> = {
  // a length that a double cannot hold is past the end all the same
  read: (data) => data.take(Number(data.u64())),
};

/** UTF-8 behind a u64 that counts its bytes, as bincode has it. */
export const text: Decoder<string> = { read: (data) => readUtf8(data, Number(data.u64())) };

/** UTF-8 behind a u32 that counts its bytes, as borsh has it. */
export const shortText: TwoWay<string> = {
  read: (data) => readUtf8(data, data.u32()),
  write(to, value) {
    const written = Buffer.from(value);
    to.u32(written.length).append(written);
  },
};

/** @param length in bytes */
export function readUtf8(data: ByteReader, length: number): string {
  const start = data.offset;
  const found = utf8Text(data.take(length));
  if (found === undefined) throw new BytesError('a text that is not UTF-8', start);
  return found;
}

/** Items behind a u64 that counts them. Each must take at least one byte, so that a hostile count runs into the end of the data. */
export function vec<T>(item: Decoder<T>): Decoder<T[]> {
  return {
    read(data) {
      const items: T[] = [];
      for (let left = data.u64(); left > 0n; left--) items.push(item.read(data));
      return items;
    },
  };
}

/** A byte 0 or 1, and the value after 1; otherwise undefined. */
export function optional<T>(value: Decoder<T>): Decoder<T | undefined> {
  return {
    read(data) {
      const tag = data.u8();
      if (tag > 1) throw new BytesError(`${tag} is not the tag of an option`, data.offset - 1);
      return tag === 1 ? value.read(data) : undefined;
    },
  };
}

/** The same; otherwise null. */
export function nullable<T>(value: Decoder<T>): Decoder<T | null> {
  const { read } = optional(value);
  return { read: (data) => read(data) ?? null };
}

/** A tag 0 or 1, then the value, whose bytes are there either way: zeros where they are written for null. */
export function fixedOption<T>(value: Codec<T>, tag: Codec<number> = u32): Codec<T | null> {
  return {
    bytes: tag.bytes + value.bytes,
    read(data) {
      const start = data.offset;
      const given = tag.read(data);
      if (given > 1) throw new BytesError(`${given} is not the tag of an option`, start);
      const found = value.read(data);
      return given === 1 ? found : null;
    },
    write(to, given) {
      tag.write(to, given === null ? 0 : 1);
      if (given === null) to.append(new Uint8Array(value.bytes));
      else value.write(to, given);
    },
  };
}

/** One of several names, by its index. */
export function name<T extends string>(index: Decoder<number>, names: readonly T[]): Decoder<T> {
  return {
    read(data) {
      const start = data.offset;
      const found = index.read(data);
      const known = names[found];
      if (known === undefined) throw new BytesError(`${found} names nothing, ${names.length} are known`, start);
      return known;
    },
  };
}

/** A value that must be the last one. */
export function whole<T>({ read }: Decoder<T>): Decoder<T> {
  return {
    read(data) {
      const value = read(data);
      if (data.remaining > 0) throw new BytesError(`${data.remaining} bytes more than the value has`, data.offset);
      return value;
    },
  };
}

export type Fields = Readonly<Record<string, Decoder<unknown>>>;
export type ValuesOf<F> = {
  readonly [K in keyof F as K extends `_${string}` ? never : K]: F[K] extends Decoder<infer T> ? T : never;
};

/** Values one after the other, with their descriptions by name. */
export interface FieldsDecoder<F extends Fields> extends Decoder<ValuesOf<F>> {
  readonly members: F;
}

/** Values one after the other, as the members of an object. One whose name begins with `_` is read, and not shown. */
export function fields<const F extends Fields>(members: F): FieldsDecoder<F> {
  const entries = Object.entries(members).map(([name, { read }]) => ({ name, read, isShown: !name.startsWith('_') }));
  return {
    members,
    read(data) {
      const values: Record<string, unknown> = {};
      for (const { name, read, isShown } of entries) {
        const value = read(data);
        if (isShown) values[name] = value;
      }
      return values as ValuesOf<F>;
    },
  };
}

/** A member that is read, and written over. */
interface WritableField {
  readonly read: (data: ByteReader) => unknown;
  readonly write: (to: ByteWriter, value: never) => void;
}

/** All members, in their order. */
export function fieldBytes<F extends Readonly<Record<string, WritableField>>>(
  { members }: { readonly members: F },
  values: { readonly [K in keyof F]: ReturnType<F[K]['read']> },
): Uint8Array {
  const writer = new ByteWriter(256);
  for (const [name, { write }] of Object.entries(members)) write(writer, values[name] as never);
  return writer.bytes();
}

/** Writes some members over those that the bytes have. Throws BytesError where the bytes are not these fields. */
export function overwriteFields<F extends Readonly<Record<string, WritableField>>>(
  bytes: Uint8Array,
  { members }: { readonly members: F },
  changes: { readonly [K in keyof F]?: ReturnType<F[K]['read']> },
): void {
  const reader = new ByteReader(bytes);
  for (const [name, member] of Object.entries(members)) {
    const start = reader.offset;
    member.read(reader);
    if (changes[name] === undefined) continue;
    const writer = new ByteWriter(reader.offset - start);
    member.write(writer, changes[name] as never);
    bytes.set(writer.bytes(), start);
  }
}

/** A struct of fixed size. */
export interface Struct<T> extends Codec<T> {
  /** where each member is, counted from the beginning */
  readonly offsets: { readonly [K in keyof T]: number };
  /** Bytes behind the struct are ignored. Throws BytesError. */
  readonly decode: (data: Uint8Array) => T;
  readonly encode: (value: T) => Uint8Array;
}

export function struct<T extends object>(members: { readonly [K in keyof T]: Codec<T[K]> }): Struct<T> {
  const entries = Object.entries(members) as [keyof T, Codec<T[keyof T]>][];
  const offsets = {} as Record<keyof T, number>;
  let size = 0;
  for (const [name, { bytes }] of entries) {
    offsets[name] = size;
    size += bytes;
  }
  const read = (data: ByteReader): T => {
    const value = {} as T;
    for (const [name, codec] of entries) value[name] = codec.read(data);
    return value;
  };
  const write = (to: ByteWriter, value: T): void => {
    for (const [name, codec] of entries) codec.write(to, value[name]);
  };
  return {
    bytes: size,
    offsets,
    read,
    write,
    decode: (data) => read(new ByteReader(data)),
    encode(value) {
      const writer = new ByteWriter(size);
      write(writer, value);
      return writer.bytes();
    },
  };
}
