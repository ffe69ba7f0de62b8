const FIRST_BYTES = 1 << 16;

/**
 * Builds a long text as UTF-8, piece by piece. Joining megabytes of small strings keeps the garbage collector busy for longer
 * than the joining takes; here every piece is let go as soon as it is written.
 */
export class TextBuffer {
  #bytes = Buffer.allocUnsafe(FIRST_BYTES);
  #length = 0;

  append(text: string): this {
    // a UTF-16 unit is at most three bytes
    this.#reserve(text.length * 3);
    this.#length += this.#bytes.write(text, this.#length);
    return this;
  }

  bytes(): Buffer {
    return Buffer.from(this.#bytes.subarray(0, this.#length));
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const grown = Buffer.allocUnsafe(Math.max(this.#length + more, this.#bytes.length * 2));
    grown.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = grown;
  }
}
