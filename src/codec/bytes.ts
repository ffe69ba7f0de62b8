import { sha256 as hash } from '@noble/hashes/sha2';

/** Bytes that end too early or hold an impossible value. `offset` counts from the start of the bytes. */
export class BytesError extends Error {
  readonly offset: number;
  constructor(message: string, offset: number) {
    super(message);
    this.name = 'BytesError';
    this.offset = offset;
  }
}

/** Reads little-endian values in order; every read is bounds-checked and throws BytesError instead of giving garbage. */
export class ByteReader {
  readonly bytes: Uint8Array;
  #at: number;
  /** created when it is needed: most readers only take bytes */
  #view: DataView | undefined;

  constructor(bytes: Uint8Array, offset = 0) {
    this.bytes = bytes;
    this.#at = offset;
  }

  get offset(): number {
    return this.#at;
  }

  get remaining(): number {
    return this.bytes.length - this.#at;
  }

  u8(): number {
    return this.bytes[this.#take(1)]!;
  }

  u16(): number {
    return this.#data.getUint16(this.#take(2), true);
  }

  u32(): number {
    return this.#data.getUint32(this.#take(4), true);
  }

  u64(): bigint {
    return this.#data.getBigUint64(this.#take(8), true);
  }

  i16(): number {
    return this.#data.getInt16(this.#take(2), true);
  }

  i64(): bigint {
    return this.#data.getBigInt64(this.#take(8), true);
  }

  u128(): bigint {
    const low = this.u64();
    return low + (this.u64() << 64n);
  }

  f64(): number {
    return this.#data.getFloat64(this.#take(8), true);
  }

  /** A view of the next `length` bytes, not a copy. */
  take(length: number): Uint8Array {
    const start = this.#take(length);
    return this.bytes.subarray(start, start + length);
  }

  /** Skips the next `length` bytes; returns their offset. */
  skip(length: number): number {
    return this.#take(length);
  }

  /** Reads all bytes that remain, as a view. */
  takeRemaining(): Uint8Array {
    return this.take(this.remaining);
  }

  /** A length in 7-bit groups, strict: no longer than needed, at most 65535. Source solana short-vec 3.2. */
  shortVec(): number {
    const start = this.#at;
    let value = 0;
    for (let i = 0; i < 3; i++) {
      const byte = this.u8();
      if (i > 0 && byte === 0) throw new BytesError('a compact-u16 that is longer than needed', start);
      value += (byte & 0x7f) << (7 * i);
      if ((byte & 0x80) === 0) {
        if (value > 0xffff) throw new BytesError('a compact-u16 above 65535', start);
        return value;
      }
    }
    throw new BytesError('a compact-u16 of more than three bytes', start);
  }

  get #data(): DataView {
    const { buffer, byteLength, byteOffset } = this.bytes;
    this.#view ??= new DataView(buffer, byteOffset, byteLength);
    return this.#view;
  }

  #take(length: number): number {
    const start = this.#at;
    if (length < 0 || length > this.bytes.length - start) throw this.tooShort(length, start);
    this.#at = start + length;
    return start;
  }

  /** The error of a read beyond the end. */
  protected tooShort(length: number, start: number): Error {
    return new BytesError(`the data ends at byte ${this.bytes.length}, ${length} needed from ${start}`, start);
  }
}

/** Appends little-endian values; `bytes()` gives what was written. */
export class ByteWriter {
  #bytes: Buffer;
  #length = 0;

  constructor(capacity = 1280) {
    this.#bytes = Buffer.allocUnsafe(capacity);
  }

  /** @throws RangeError unless the value is an integer from 0 to 255 */
  u8(value: number): this {
    this.#reserve(1).writeUInt8(value);
    return this;
  }

  /** Little-endian. @throws RangeError unless the value is an integer below 2^16 */
  u16(value: number): this {
    this.#reserve(2).writeUInt16LE(value);
    return this;
  }

  /** Little-endian. @throws RangeError unless the value is an integer below 2^32 */
  u32(value: number): this {
    this.#reserve(4).writeUInt32LE(value);
    return this;
  }

  /** Little-endian. @throws RangeError if the value is negative or not below 2^64 */
  u64(value: bigint): this {
    this.#reserve(8).writeBigUInt64LE(value);
    return this;
  }

  /** Little-endian. */
  f64(value: number): this {
    this.#reserve(8).writeDoubleLE(value);
    return this;
  }

  append(bytes: Uint8Array): this {
    this.#reserve(bytes.length).set(bytes);
    return this;
  }

  /** A length in 7-bit groups; the twin of ByteReader.shortVec. Throws BytesError above 65535. */
  shortVec(value: number): this {
    if (!(value >= 0 && value <= 0xffff)) throw new BytesError(`${value} does not fit a compact-u16`, this.#length);
    let remaining = value;
    while (remaining > 0x7f) {
      this.u8((remaining & 0x7f) | 0x80);
      remaining >>>= 7;
    }
    return this.u8(remaining);
  }

  bytes(): Uint8Array {
    return new Uint8Array(this.#bytes.subarray(0, this.#length));
  }

  /** The next `length` bytes, to be written into. */
  #reserve(length: number): Buffer {
    const start = this.#length;
    this.#length += length;
    if (this.#length > this.#bytes.length) {
      const grown = Buffer.allocUnsafe(Math.max(this.#length, this.#bytes.length * 2));
      grown.set(this.#bytes.subarray(0, start));
      this.#bytes = grown;
    }
    return this.#bytes.subarray(start, this.#length);
  }
}

/**
 * The FNV-1a hash of a part of the bytes, as a signed 32-bit number. Its high bits are folded into the low ones, which select a bucket.
 */
export function hashBytes(bytes: Uint8Array, start = 0, length: number = bytes.length - start): number {
  let hash = 0x811c9dc5;
  for (let i = start; i < start + length; i++) hash = Math.imul(hash ^ bytes[i]!, 0x01000193);
  return hash ^ (hash >>> 15);
}

const UTF8 = new TextEncoder();

/** The hash of the parts one after the other; text counts as UTF-8. */
export function sha256(...parts: readonly (string | Uint8Array)[]): Uint8Array {
  const hasher = hash.create();
  for (const part of parts) hasher.update(typeof part === 'string' ? UTF8.encode(part) : part);
  return hasher.digest();
}
