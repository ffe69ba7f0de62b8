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
  /** most readers only ever take bytes */
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

  /** Passes over the next `length` bytes; gives where they began. */
  skip(length: number): number {
    return this.#take(length);
  }

  /** Everything that is left. */
  rest(): Uint8Array {
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
    if (length < 0 || length > this.bytes.length - start)
      throw new BytesError(`the data ends at byte ${this.bytes.length}, ${length} needed from ${start}`, start);
    this.#at = start + length;
    return start;
  }
}
