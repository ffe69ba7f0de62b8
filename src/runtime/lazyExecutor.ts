import type { Executor } from './loadedTransaction.ts';

/** What executes the transactions of a node. It is loaded when the first one comes, as most nodes get none. */
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
