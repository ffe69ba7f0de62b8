/** Appends little-endian values; `bytes()` gives what was written. */
export class ByteWriter {
  #bytes: Buffer;
  #length = 0;

  constructor(capacity = 1280) {
    this.#bytes = Buffer.allocUnsafe(capacity);
  }

  u8(value: number): this {
    this.#bytes.writeUInt8(value, this.#reserve(1));
    return this;
  }

  u16(value: number): this {
    this.#bytes.writeUInt16LE(value, this.#reserve(2));
    return this;
  }

  u32(value: number): this {
    this.#bytes.writeUInt32LE(value, this.#reserve(4));
    return this;
  }

  u64(value: bigint): this {
    this.#bytes.writeBigUInt64LE(value, this.#reserve(8));
    return this;
  }

  append(bytes: Uint8Array): this {
    this.#bytes.set(bytes, this.#reserve(bytes.length));
    return this;
  }

  /** A length in 7-bit groups; the twin of ByteReader.shortVec. */
  shortVec(value: number): this {
    if (!(value >= 0 && value <= 0xffff)) throw new RangeError(`${value} does not fit a compact-u16`);
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

  #reserve(length: number): number {
    const start = this.#length;
    this.#length += length;
    if (this.#length > this.#bytes.length) {
      const grown = Buffer.allocUnsafe(Math.max(this.#length, this.#bytes.length * 2));
      grown.set(this.#bytes.subarray(0, start));
      this.#bytes = grown;
    }
    return start;
  }
}
