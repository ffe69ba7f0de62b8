const CHUNK_BYTES = 1 << 18;

/**
 * Builds a long text as UTF-8, piece by piece. A string of megabytes that is joined from small ones would keep the garbage collector busy
 * for longer than joining takes; this class frees every piece once it is written.
 */
export class TextBuffer {
  /** full chunks */
  readonly #chunks: Buffer[] = [];
  #chunk: Buffer;
  /** bytes of the chunk that are written */
  #length = 0;

  /** @param bytes expected size: up to there nothing is copied twice, if there is room for three bytes a character */
  constructor(bytes = CHUNK_BYTES) {
    this.#chunk = Buffer.allocUnsafeSlow(bytes);
  }

  append(text: string): this {
    // a UTF-16 unit is at most three bytes
    if (this.#length + text.length * 3 > this.#chunk.length) this.#startChunk(text.length * 3);
    this.#length += this.#chunk.write(text, this.#length);
    return this;
  }

  /** Gives the whole buffer to the caller: nothing can be appended afterwards. */
  end(): Buffer {
    const last = this.#chunk.subarray(0, this.#length);
    return this.#chunks.length === 0 ? last : Buffer.concat([...this.#chunks, last]);
  }

  #startChunk(atLeast: number): void {
    if (this.#length > 0) this.#chunks.push(this.#chunk.subarray(0, this.#length));
    this.#chunk = Buffer.allocUnsafeSlow(Math.max(CHUNK_BYTES, atLeast));
    this.#length = 0;
  }
}
