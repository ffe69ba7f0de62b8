import { encodeBase58 } from '../../../../src/codec/base58.ts';

/** Small pieces of account data, put together with `Buffer.concat`. Independent of the project's own writer. */

export const u8 = (value: number): Buffer => Buffer.from([value]);

export function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

export function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

export function u64(value: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(value);
  return bytes;
}

export function i64(value: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64LE(value);
  return bytes;
}

export function f64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(value);
  return bytes;
}

/** 32 equal bytes */
export const key = (byte: number): Buffer => Buffer.alloc(32, byte);

/** the text of `key(byte)` */
export const keyText = (byte: number): string => encodeBase58(key(byte));

export const U64_MAX = 18446744073709551615n;
export const I64_MIN = -9223372036854775808n;
