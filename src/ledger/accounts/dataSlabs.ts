/** The place of a byte string. */
export interface SlabPlace {
  readonly slab: number;
  readonly offset: number;
}

/**
 * The size of the first slab, small for a table of a few accounts; each slab is twice as large as the one before, up to a limit.
 */
const FIRST_SLAB_BYTES = 256;

const MAX_SLAB_BYTES = 1 << 20;

/** Byte strings packed end to end in large slabs of memory: 165 bytes of account data cost 165 bytes, and no object. */
export class DataSlabs {
  readonly #slabs: Uint8Array[] = [];
  #freeBytes = 0;
  #bytes = 0;

  /** size of all slabs */
  get bytes(): number {
    return this.#bytes;
  }

  /** Copies `data` in. */
  add(data: Uint8Array): SlabPlace {
    if (data.length > this.#freeBytes || this.#slabs.length === 0) this.#startSlab(data.length);
    const slab = this.#slabs.length - 1;
    const bytes = this.#slabs[slab]!;
    const offset = bytes.length - this.#freeBytes;
    bytes.set(data, offset);
    this.#freeBytes -= data.length;
    return { slab, offset };
  }

  slab(index: number): Uint8Array {
    return this.#slabs[index]!;
  }

  #startSlab(atLeast: number): void {
    const last = this.#slabs.at(-1)?.length ?? FIRST_SLAB_BYTES / 2;
    const size = Math.max(Math.min(2 * last, MAX_SLAB_BYTES), atLeast);
    this.#slabs.push(new Uint8Array(size));
    this.#bytes += size;
    this.#freeBytes = size;
  }
}
