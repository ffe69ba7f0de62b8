import { decodeBase64, encodeBase64 } from './base64.ts';
import { ByteReader, BytesError, ByteWriter } from './bytes.ts';
import { utf8Text } from './text.ts';
import { unlessThrown } from './unlessThrown.ts';

/**
 * Values in bytes, little-endian, each described once: the same description reads and writes them.
 *
 * Source   bincode 1.3.3 `deserialize`, borsh 1
 * @module
 */

/** Reads a value, and leaves the reader behind it. Throws BytesError where the bytes are not such a value. */
export interface Decoder<T> {
  readonly read: (data: ByteReader) => T;
}

/** Reads a value and writes it. */
export interface Codec<T> extends Decoder<T> {
  readonly write: (to: ByteWriter, value: T) => void;
}

export interface FixedCodec<T> extends Codec<T> {
  /** bytes of every value */
  readonly size: number;
}

export const u8: FixedCodec<number> = { size: 1, read: (data) => data.u8(), write: (to, value) => to.u8(value) };
export const u16: FixedCodec<number> = { size: 2, read: (data) => data.u16(), write: (to, value) => to.u16(value) };
export const u32: FixedCodec<number> = { size: 4, read: (data) => data.u32(), write: (to, value) => to.u32(value) };
export const u64: FixedCodec<bigint> = { size: 8, read: (data) => data.u64(), write: (to, value) => to.u64(value) };
export const i8: Decoder<number> = { read: (data) => (data.u8() << 24) >> 24 };
export const i16: FixedCodec<number> = {
  size: 2,
  read: (data) => data.i16(),
  write: (to, value) => to.u16(value & 0xffff),
};
export const i64: FixedCodec<bigint> = {
  size: 8,
  read: (data) => data.i64(),
  write: (to, value) => to.u64(BigInt.asUintN(64, value)),
};
export const f64: FixedCodec<number> = { size: 8, read: (data) => data.f64(), write: (to, value) => to.f64(value) };

/** A u64 as decimal text. */
export const u64Text: FixedCodec<string> = {
  size: 8,
  read: (data) => `${data.u64()}`,
  write: (to, value) => to.u64(BigInt(value)),
};

/** A u128 as decimal text. */
export const u128Text: FixedCodec<string> = {
  size: 16,
  read: (data) => `${data.u128()}`,
  write: (to, value) => to.u64(BigInt.asUintN(64, BigInt(value))).u64(BigInt(value) >> 64n),
};

/** One byte, strictly 0 or 1. */
export const bool: FixedCodec<boolean> = {
  size: 1,
  read(data) {
    const byte = data.u8();
    if (byte > 1) throw new BytesError(`${byte} is not a bool`, data.offset - 1);
    return byte === 1;
  },
  write: (to, value) => to.u8(value ? 1 : 0),
};

/** Reads `count` bytes, as a view of the input. */
export function bytes(count: number): FixedCodec<Uint8Array> {
  return { size: count, read: (data) => data.take(count), write: (to, value) => to.append(value) };
}

/** Bytes that mean nothing: they are skipped, and written as zeros. */
export function padding(count: number): FixedCodec<unknown> {
  return { size: count, read: (data) => data.skip(count), write: (to) => to.append(new Uint8Array(count)) };
}

/** A member of a struct that is always written as `value`, whatever was read. */
export function constant<T>({ size, read, write }: FixedCodec<T>, value: T): FixedCodec<unknown> {
  return { size, read, write: (to) => write(to, value) };
}

/** `count` bytes as base64. */
export function base64(count: number): FixedCodec<string> {
  return {
    size: count,
    read: (data) => encodeBase64(data.take(count)),
    write: (to, value) => to.append(decodeBase64(value)),
  };
}

/** Bytes behind a u64 that counts them. */
export const byteVec: Codec<Uint8Array> = {
  // a length that a double cannot hold is past the end all the same
  read: (data) => data.take(Number(data.u64())),
  write: (to, value) => to.u64(BigInt(value.length)).append(value),
};

/** The bytes of `byteVec` as base64. */
export const base64Vec: Codec<string> = {
  read: (data) => encodeBase64(byteVec.read(data)),
  write: (to, value) => byteVec.write(to, decodeBase64(value)),
};

/** A text as bincode has it: UTF-8 behind a u64 that counts its bytes. */
export const bincodeText: Codec<string> = {
  read: (data) => readUtf8(data, Number(data.u64())),
  write: (to, value) => byteVec.write(to, Buffer.from(value)),
};

/** A text as borsh has it: UTF-8 behind a u32 that counts its bytes. */
export const borshText: Codec<string> = {
  read: (data) => readUtf8(data, data.u32()),
  write(to, value) {
    const utf8 = Buffer.from(value);
    to.u32(utf8.length).append(utf8);
  },
};

/** @param length in bytes */
export function readUtf8(data: ByteReader, length: number): string {
  const start = data.offset;
  const value = utf8Text(data.take(length));
  if (value === undefined) throw new BytesError('a text that is not UTF-8', start);
  return value;
}

/** Items behind a u64 that counts them. An item takes at least one byte, so that a hostile count runs into the end of the data. */
export function vec<T>(item: Codec<T>): Codec<readonly T[]>;
export function vec<T>(item: Decoder<T>): Decoder<readonly T[]>;
export function vec<T>({
  read,
  write,
}: Decoder<T> & Partial<Codec<T>>): Decoder<readonly T[]> & Partial<Codec<readonly T[]>> {
  return {
    read(data) {
      const items: T[] = [];
      for (let remaining = data.u64(); remaining > 0n; remaining--) items.push(read(data));
      return items;
    },
    write(to, items) {
      to.u64(BigInt(items.length));
      for (const item of items) write!(to, item);
    },
  };
}

/** A byte 0, or a byte 1 and the value; undefined for none. */
export function optional<T>(value: Codec<T>): Codec<T | undefined>;
export function optional<T>(value: Decoder<T>): Decoder<T | undefined>;
export function optional<T>(
  value: Decoder<T> & Partial<Codec<T>>,
): Decoder<T | undefined> & Partial<Codec<T | undefined>> {
  return {
    read(data) {
      const tag = data.u8();
      if (tag > 1) throw new BytesError(`${tag} is not the tag of an option`, data.offset - 1);
      return tag === 1 ? value.read(data) : undefined;
    },
    write(to, item) {
      to.u8(item === undefined ? 0 : 1);
      if (item !== undefined) value.write!(to, item);
    },
  };
}

/** An optional value, with null for none. */
export function nullable<T>(value: Codec<T>): Codec<T | null>;
export function nullable<T>(value: Decoder<T>): Decoder<T | null>;
export function nullable<T>(value: Decoder<T> & Partial<Codec<T>>): Decoder<T | null> & Partial<Codec<T | null>> {
  const { read, write } = optional(value as Codec<T>);
  return { read: (data) => read(data) ?? null, write: (to, item) => write(to, item ?? undefined) };
}

/** A tag 0 or 1, then the value. Its bytes are always there; for null they are written as zeros. */
export function fixedOption<T>(value: FixedCodec<T>, tag: FixedCodec<number> = u32): FixedCodec<T | null> {
  return {
    size: tag.size + value.size,
    read(data) {
      const start = data.offset;
      const tagValue = tag.read(data);
      if (tagValue > 1) throw new BytesError(`${tagValue} is not the tag of an option`, start);
      const item = value.read(data);
      return tagValue === 1 ? item : null;
    },
    write(to, item) {
      tag.write(to, item === null ? 0 : 1);
      if (item === null) to.append(new Uint8Array(value.size));
      else value.write(to, item);
    },
  };
}

/** A value of an enum without content: its bytes are the index of its name in the list. */
export function enumName<T extends string>(index: FixedCodec<number>, names: readonly T[]): FixedCodec<T> {
  return {
    size: index.size,
    read(data) {
      const start = data.offset;
      const number = index.read(data);
      const value = names[number];
      if (value === undefined) throw new BytesError(`${number} names nothing, ${names.length} are known`, start);
      return value;
    },
    write: (to, value) => index.write(to, names.indexOf(value)),
  };
}

/** A value that must be followed by nothing. */
export function exactly<T>(value: Codec<T>): Codec<T>;
export function exactly<T>(value: Decoder<T>): Decoder<T>;
export function exactly<T>(value: Decoder<T>): Decoder<T> {
  return {
    ...value,
    read(data) {
      const result = value.read(data);
      if (data.remaining > 0) throw new BytesError(`${data.remaining} bytes more than the value has`, data.offset);
      return result;
    },
  };
}

/** The result of `decode`; undefined: the bytes do not decode. */
export function tryDecode<T>(decode: () => T): T | undefined {
  return unlessThrown([BytesError], decode);
}

type AnyCodec = Decoder<unknown> & Readonly<{ write: (to: ByteWriter, value: never) => void }>;
type AnyFixedCodec = AnyCodec & Readonly<{ size: number }>;
type Members<D> = Readonly<Record<string, D>>;

/** The members of an object that `fields` or `struct` describes. */
export type ValuesOf<F> = {
  readonly [K in keyof F as K extends `_${string}` ? never : K]: F[K] extends Decoder<infer T> ? T : never;
};

/** The value that a description reads. */
export type TypeOf<D> = D extends Decoder<infer T> ? T : never;

export interface FieldsDecoder<T> extends Decoder<T> {
  readonly members: { readonly [K in keyof T]: Decoder<T[K]> };
  /** Ignores bytes behind the value. Throws BytesError. */
  readonly decode: (data: Uint8Array) => T;
  /** Decodes as `decode` does; undefined where that throws. */
  readonly tryDecode: (data: Uint8Array) => T | undefined;
}

export interface FieldsCodec<T> extends FieldsDecoder<T>, Codec<T> {
  readonly members: { readonly [K in keyof T]: Codec<T[K]> };
  readonly encode: (value: T) => Uint8Array;
}

/** Values one after the other, as the members of an object. A member whose name begins with `_` is read, and not shown. */
export function fields<const F extends Members<AnyCodec>>(members: F): FieldsCodec<ValuesOf<F>>;
export function fields<const F extends Members<Decoder<unknown>>>(members: F): FieldsDecoder<ValuesOf<F>>;
export function fields(members: Members<Decoder<unknown>>): FieldsDecoder<Values> {
  const sizes = Object.values(members).map(sizeOf);
  const size = sizes.every((bytes) => bytes !== undefined) ? sizes.reduce((sum, bytes) => sum + bytes, 0) : undefined;
  return fieldsCodec(members as Members<Codec<unknown>>, size);
}

/** The bytes of every value; undefined: they vary. */
export function sizeOf(decoder: Decoder<unknown> & { readonly size?: number | undefined }): number | undefined {
  return decoder.size;
}

function fieldsCodec(members: Members<Codec<unknown>>, size?: number): FieldsCodec<Values> {
  const read = memberReader(members);
  const write = memberWriter(members);
  const decode = (data: Uint8Array): Values => read(new ByteReader(data));
  return {
    ...(size !== undefined && { size }),
    members,
    read,
    write,
    decode,
    tryDecode: (data) => tryDecode(() => decode(data)),
    encode: (values) => encode({ write }, values, size),
  };
}

/** A struct of fixed size. */
export interface Struct<T> extends FieldsCodec<T>, FixedCodec<T> {
  readonly members: { readonly [K in keyof T]: FixedCodec<T[K]> };
  /** bytes before a member */
  readonly offsetOf: (name: keyof T) => number;
  /** Reads one member of the struct that `data` begins with. */
  readonly get: <K extends keyof T>(data: Uint8Array, name: K) => T[K];
  /** Writes some members into the struct that `data` begins with. */
  change(data: Uint8Array, changes: Partial<T>): void;
}

/** Describes members of fixed sizes, one after the other. */
export function struct<const F extends Members<AnyFixedCodec>>(members: F): Struct<ValuesOf<F>>;
export function struct(members: Members<FixedCodec<unknown>>): Struct<Values> {
  const offsets: Record<string, number> = {};
  let size = 0;
  for (const [key, member] of Object.entries(members)) {
    offsets[key] = size;
    size += member.size;
  }
  return {
    ...fieldsCodec(members, size),
    members,
    size,
    offsetOf: (key) => offsets[key]!,
    get: (data, key) => members[key]!.read(new ByteReader(data, offsets[key])),
    change(data, changes) {
      for (const [key, value] of Object.entries(changes))
        if (value !== undefined) data.set(encode(members[key]!, value, members[key]!.size), offsets[key]);
    },
  };
}

type Values = Record<string, unknown>;

function memberReader(members: Members<Decoder<unknown>>): (data: ByteReader) => Values {
  const entries = Object.entries(members).map(([key, { read }]) => ({ key, read, isShown: !key.startsWith('_') }));
  return (data) => {
    const values: Values = {};
    for (const { key, read, isShown } of entries) {
      const value = read(data);
      if (isShown) values[key] = value;
    }
    return values;
  };
}

function memberWriter(members: Members<Codec<unknown>>): (to: ByteWriter, values: Values) => void {
  const entries = Object.entries(members);
  return (to, values) => {
    for (const [key, { write }] of entries) write(to, values[key]);
  };
}

/** The bytes of a value. @param capacity bytes that are reserved at first */
export function encode<T>({ write }: Pick<Codec<T>, 'write'>, value: T, capacity?: number): Uint8Array {
  const writer = new ByteWriter(capacity);
  write(writer, value);
  return writer.bytes();
}
