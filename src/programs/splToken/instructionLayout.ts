/**
 * Words of instruction data and of borsh values; those that account data has are in pod.ts.
 *
 * Source   spl-token-2022-interface 2.1 `instruction.rs`; borsh 1
 * @module
 */
import { type ByteReader, BytesError } from '../../codec/byteReader.ts';
import { utf8Text } from '../../codec/utf8.ts';

export function readI8(data: ByteReader): number {
  return (data.u8() << 24) >> 24;
}

/** A u8 that is an index into `names`. */
export function readName(data: ByteReader, names: readonly string[]): string {
  const start = data.offset;
  return nameAt(names, data.u8(), start);
}

/** The rest of the data as a list of u16, each an index into `names`. */
export function readNames16(data: ByteReader, names: readonly string[]): string[] {
  const found: string[] = [];
  while (data.remaining > 0) {
    const start = data.offset;
    found.push(nameAt(names, data.u16(), start));
  }
  return found;
}

function nameAt(names: readonly string[], index: number, offset: number): string {
  const name = names[index];
  if (name === undefined) throw new BytesError(`${index} names nothing, ${names.length} are known`, offset);
  return name;
}

/** `length` bytes of UTF-8. */
export function readUtf8(data: ByteReader, length: number): string {
  const start = data.offset;
  const text = utf8Text(data.take(length));
  if (text === undefined) throw new BytesError('a text that is not UTF-8', start);
  return text;
}

/** A borsh string: u32 length, then UTF-8. */
export function readString(data: ByteReader): string {
  return readUtf8(data, data.u32());
}

/** The same reader, for data that must hold nothing more than what it reads. */
export function whole<T>(read: (data: ByteReader) => T): (data: ByteReader) => T {
  return (data) => {
    const value = read(data);
    if (data.remaining > 0) throw new BytesError(`${data.remaining} bytes more than the value has`, data.offset);
    return value;
  };
}
