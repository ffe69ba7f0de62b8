import { sha256 } from '../../../codec/sha256.ts';

/**
 * The recent blockhashes of the transactions of a block: that of the block before. A message that a block
 * repeats gets another one, because otherwise its signatures would be the same.
 */
export class Lifetimes {
  readonly #parentHash: Uint8Array;
  readonly #copies = new Map<string, number>();

  constructor(parentHash: Uint8Array) {
    this.#parentHash = parentHash;
  }

  /** @param key identifies the message */
  next(key: string): Uint8Array {
    const copy = this.#copies.get(key) ?? 0;
    this.#copies.set(key, copy + 1);
    if (copy === 0) return this.#parentHash;
    return sha256(this.#parentHash, `stillnode copy ${copy}`);
  }
}
