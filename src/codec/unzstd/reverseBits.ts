import { ZstdError } from './zstdError.ts';

const MAX_AT_ONCE = 24;

/**
 * Reads the bits of a stream from its end on. The highest bit that is set in the last byte only marks where they begin.
 *
 * Source   RFC 8878 4.1, 4.2.2
 */
export class ReverseBits {
  readonly #bytes: Uint8Array;
  #left: number;

  constructor(bytes: Uint8Array) {
    const last = bytes.at(-1);
    if (last === undefined || last === 0) throw new ZstdError();
    this.#bytes = bytes;
    this.#left = 8 * bytes.length - 1 - (Math.clz32(last) - 24);
  }

  /** How many bits have not been read; negative: so many more were, which are 0. */
  get left(): number {
    return this.#left;
  }

  read(count: number): number {
    if (count === 0) return 0;
    if (count <= MAX_AT_ONCE) return this.#take(count);
    const high = this.#take(count - MAX_AT_ONCE);
    return high * 2 ** MAX_AT_ONCE + this.#take(MAX_AT_ONCE);
  }

  #take(count: number): number {
    this.#left -= count;
    const at = this.#left >> 3;
    const word = this.#byte(at) | (this.#byte(at + 1) << 8) | (this.#byte(at + 2) << 16) | (this.#byte(at + 3) << 24);
    return (word >>> (this.#left & 7)) & ((1 << count) - 1);
  }

  #byte(at: number): number {
    return at < 0 ? 0 : (this.#bytes[at] ?? 0);
  }
}
