import type { Executor } from './loadedTransaction.ts';

/** The executor of a node, loaded with the first transaction: most nodes get none. */
export class LazyExecutor {
  readonly #load: () => Promise<Executor>;
  #executor: Executor | undefined;

  constructor(load: () => Promise<Executor>) {
    this.#load = load;
  }

  /** @throws what loading throws; the next call tries again */
  async load(): Promise<Executor> {
    this.#executor ??= await this.#load();
    return this.#executor;
  }

  /** Only after `load`: what waits to be executed has been sent. */
  readonly execute: Executor = (...args) => {
    if (this.#executor === undefined) throw new TypeError('the executor has not been loaded');
    return this.#executor(...args);
  };
}
