/** Some of the bytes: those from `start` on. */
interface Slab {
  readonly start: number;
  readonly bytes: Buffer;
}

/** Most forks are called a few times only. */
const FIRST_BYTES = 1 << 12;
const MAX_BYTES = 1 << 18;

/** of UTF-8, for one unit of UTF-16 */
const MAX_BYTES_PER_UNIT = 3;

/**
 * Texts as bytes outside the heap, found by where they begin and end among all bytes that there ever were; the oldest are forgotten
 * first. A string that is kept for long is copied and marked by every collection of garbage, and keeps all of the text alive that it
 * is a part of. A lone surrogate becomes U+FFFD, as in an answer.
 */
export class TextBytes {
  /** oldest first; the last one is written into */
  #slabs: Slab[] = [];
  /** is not needed any more, and can be written into again */
  #spare: Buffer | undefined;
  #end = 0;

  /** Where the newest text ends. */
  get end(): number {
    return this.#end;
  }

  /** @returns where it begins */
  add(text: string): number {
    const { bytes, start } = this.#slabFor(text);
    const at = this.#end;
    this.#end += bytes.write(text, at - start);
    return at;
  }

  textBetween(start: number, end: number): string {
    const slab = this.#slabs.findLast((one) => one.start <= start);
    return slab === undefined ? '' : slab.bytes.toString('utf8', start - slab.start, end - slab.start);
  }

  forgetBefore(position: number): void {
    for (let next = this.#slabs[1]; next !== undefined && next.start <= position; next = this.#slabs[1]) {
      const { bytes } = this.#slabs.shift()!;
      if (bytes.length === MAX_BYTES) this.#spare = bytes;
    }
  }

  clear(): void {
    this.#slabs = [];
    this.#spare = undefined;
  }

  #slabFor(text: string): Slab {
    const last = this.#slabs.at(-1);
    const free = last === undefined ? -1 : last.start + last.bytes.length - this.#end;
    // counting the bytes takes as long as writing them
    if (last !== undefined && (text.length * MAX_BYTES_PER_UNIT <= free || Buffer.byteLength(text) <= free))
      return last;
    const slab = { start: this.#end, bytes: this.#bytesFor(text, last) };
    this.#slabs.push(slab);
    return slab;
  }

  #bytesFor(text: string, last: Slab | undefined): Buffer {
    const needed = Buffer.byteLength(text);
    const spare = this.#spare;
    this.#spare = undefined;
    if (spare !== undefined && spare.length >= needed) return spare;
    const usual = last === undefined ? FIRST_BYTES : Math.min(last.bytes.length * 2, MAX_BYTES);
    return Buffer.allocUnsafeSlow(Math.max(needed, usual));
  }
}
