import { BytesError } from './byteReader.ts';

/** Appends little-endian values; `bytes()` gives what was written. */
export class ByteWriter {
  #bytes: Buffer;
  #length = 0;

  constructor(capacity = 1280) {
    this.#bytes = Buffer.allocUnsafe(capacity);
  }

  u8(value: number): this {
    this.#reserve(1).writeUInt8(value);
    return this;
  }

  u16(value: number): this {
    this.#reserve(2).writeUInt16LE(value);
    return this;
  }

  u32(value: number): this {
    this.#reserve(4).writeUInt32LE(value);
    return this;
  }

  u64(value: bigint): this {
    this.#reserve(8).writeBigUInt64LE(value);
    return this;
  }

  append(bytes: Uint8Array): this {
    this.#reserve(bytes.length).set(bytes);
    return this;
  }

  /** A length in 7-bit groups; the twin of ByteReader.shortVec. Throws BytesError above 65535. */
  shortVec(value: number): this {
    if (!(value >= 0 && value <= 0xffff)) throw new BytesError(`${value} does not fit a compact-u16`, this.#length);
    let rest = value;
    while (rest > 0x7f) {
      this.u8((rest & 0x7f) | 0x80);
      rest >>>= 7;
    }
    return this.u8(rest);
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
