/** Values for readers that wait for them. What has been added before the end is still read. */
export class NotificationQueue<T> {
  #values: T[] = [];
  #readers: (() => void)[] = [];
  /** the end, with an error if there was one; undefined: it has not ended */
  #end: { readonly error?: unknown } | undefined;

  add(value: T): void {
    this.#values.push(value);
    this.#readers.shift()?.();
  }

  end(end: { readonly error?: unknown } = {}): void {
    this.#end ??= end;
    for (const wake of this.#readers.splice(0)) wake();
  }

  clear(): void {
    this.#values = [];
  }

  /** Undefined: it has ended. */
  async next(): Promise<T | undefined> {
    while (this.#values.length === 0) {
      if (this.#end !== undefined && 'error' in this.#end) throw this.#end.error;
      if (this.#end !== undefined) return undefined;
      await new Promise<void>((resolve) => {
        this.#readers.push(resolve);
      });
    }
    return this.#values.shift();
  }
}
