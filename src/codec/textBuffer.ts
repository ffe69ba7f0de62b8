const CHUNK_BYTES = 1 << 18;
const NOTHING = Buffer.alloc(0);

/**
 * Builds a long text as UTF-8, piece by piece. Joining megabytes of small strings keeps the garbage collector busy for longer
 * than the joining takes; here every piece is let go as soon as it is written.
 */
export class TextBuffer {
  /** full ones */
  readonly #chunks: Buffer[] = [];
  #chunk = NOTHING;
  /** bytes of the chunk that are written */
  #length = 0;

  append(text: string): this {
    // a UTF-16 unit is at most three bytes
    if (this.#length + text.length * 3 > this.#chunk.length) this.#startChunk(text.length * 3);
    this.#length += this.#chunk.write(text, this.#length);
    return this;
  }

  bytes(): Buffer {
    return Buffer.concat([...this.#chunks, this.#chunk.subarray(0, this.#length)]);
  }

  #startChunk(atLeast: number): void {
    if (this.#length > 0) this.#chunks.push(this.#chunk.subarray(0, this.#length));
    this.#chunk = Buffer.allocUnsafeSlow(Math.max(CHUNK_BYTES, atLeast));
    this.#length = 0;
  }
}
