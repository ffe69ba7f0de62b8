/** Bytes that are not Zstandard, are damaged, or unpack to too much; `message` is the reason, for people. */
export class ZstdError extends Error {
  constructor(message = 'invalid zstd data') {
    super(message);
    this.name = 'ZstdError';
  }
}

const FIRST_BYTES = 4096;
/** Copied faster one by one. */
const SHORT_BYTES = 32;

/** The output so far. It grows with its content, up to a limit. */
export class Output {
  readonly #maxBytes: number;
  #bytes = new Uint8Array(FIRST_BYTES);
  #length = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get length(): number {
    return this.#length;
  }

  /** Everything from `start` on: a view, which is valid until more is added. */
  from(start: number): Uint8Array {
    return this.#bytes.subarray(start, this.#length);
  }

  /** @throws ZstdError where that is more than there may be, as from the other methods */
  requireRoom(bytes: number): void {
    if (bytes > this.#maxBytes - this.#length) throw new ZstdError(`it unpacks to more than ${this.#maxBytes} bytes`);
  }

  add(bytes: Uint8Array, from = 0, to: number = bytes.length): void {
    let at = this.#extend(to - from);
    if (to - from > SHORT_BYTES) this.#bytes.set(bytes.subarray(from, to), at);
    else for (let i = from; i < to; i++) this.#bytes[at++] = bytes[i]!;
  }

  fill(byte: number, length: number): void {
    const start = this.#extend(length);
    this.#bytes.fill(byte, start, this.#length);
  }

  /** Adds a copy of what is `offset` bytes back; what it adds is copied as well, where it is longer than that. */
  repeat(offset: number, length: number): void {
    const start = this.#extend(length);
    const bytes = this.#bytes;
    if (offset >= length && length > SHORT_BYTES) bytes.copyWithin(start, start - offset, start - offset + length);
    else for (let at = start; at < this.#length; at++) bytes[at] = bytes[at - offset]!;
  }

  /** @returns where the new bytes begin */
  #extend(length: number): number {
    this.requireRoom(length);
    const start = this.#length;
    this.#length += length;
    if (this.#length > this.#bytes.length) {
      const larger = new Uint8Array(Math.min(Math.max(2 * this.#bytes.length, this.#length), this.#maxBytes));
      larger.set(this.#bytes.subarray(0, start));
      this.#bytes = larger;
    }
    return start;
  }
}
