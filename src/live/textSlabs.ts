/** Bytes that texts are written into, one behind the other. */
interface Slab {
  readonly bytes: Buffer;
  used: number;
  /** texts in it that are not forgotten */
  texts: number;
}

/** Where a text is. */
export interface SlabText {
  readonly slab: Slab;
  readonly start: number;
  readonly end: number;
}

/** Most forks are called a few times only. */
const FIRST_BYTES = 1 << 12;
const MAX_BYTES = 1 << 18;

/** of UTF-8, for one of UTF-16 */
const MAX_BYTES_PER_UNIT = 3;

/**
 * Texts as bytes outside the heap. A string that is kept for long is copied and marked by every collection of garbage until then, and
 * keeps all of the text alive that it is a part of. A lone surrogate becomes U+FFFD, as in an answer.
 */
export class TextSlabs {
  /** that is written into */
  #slab: Slab | undefined;
  /** whose texts are all forgotten: to be written into again */
  #spare: Slab | undefined;

  add(text: string): SlabText {
    const slab = this.#slabFor(text);
    const start = slab.used;
    slab.used += slab.bytes.write(text, start);
    slab.texts++;
    return { slab, start, end: slab.used };
  }

  textOf({ end, slab, start }: SlabText): string {
    return slab.bytes.toString('utf8', start, end);
  }

  /** Its bytes may hold another text from now on. */
  forget({ slab }: SlabText): void {
    if (--slab.texts > 0) return;
    slab.used = 0;
    if (slab !== this.#slab && slab.bytes.length <= MAX_BYTES) this.#spare = slab;
  }

  clear(): void {
    this.#slab = undefined;
    this.#spare = undefined;
  }

  #slabFor(text: string): Slab {
    const current = this.#slab;
    // counting the bytes takes as long as writing them
    if (current !== undefined && text.length * MAX_BYTES_PER_UNIT <= freeIn(current)) return current;
    const needed = Buffer.byteLength(text);
    if (current !== undefined && needed <= freeIn(current)) return current;
    const next = this.#takeSpare(needed) ?? newSlab(Math.max(needed, sizeAfter(current)));
    this.#slab = next;
    return next;
  }

  #takeSpare(needed: number): Slab | undefined {
    const spare = this.#spare;
    if (spare === undefined || spare.bytes.length < needed) return undefined;
    this.#spare = undefined;
    return spare;
  }
}

function freeIn({ bytes, used }: Slab): number {
  return bytes.length - used;
}

function sizeAfter(slab: Slab | undefined): number {
  return slab === undefined ? FIRST_BYTES : Math.min(slab.bytes.length * 2, MAX_BYTES);
}

function newSlab(length: number): Slab {
  return { bytes: Buffer.allocUnsafeSlow(length), used: 0, texts: 0 };
}
