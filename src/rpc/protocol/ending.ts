import type { WhenGone } from './call.ts';

/** Something that ends once, and its listeners. */
export class Ending {
  readonly #listeners = new Set<() => void>();
  #isOver = false;

  end(): void {
    this.#isOver = true;
    const listeners = [...this.#listeners];
    this.#listeners.clear();
    for (const listener of listeners) listener();
  }

  readonly whenEnded: WhenGone = (listener) => {
    if (this.#isOver) listener();
    else this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };
}
