import type { JsonText, JsonValue } from '../codec/jsonText.ts';

/** What a test answers in place of the node, once. */
export interface Override {
  readonly method: string;
  /** @param params as they were sent; undefined: there were none */
  readonly answer: (params: JsonValue | undefined) => JsonText | Promise<JsonText>;
}

/** The overrides of one ledger, in the order in which they are used. */
export class Overrides {
  #waiting: readonly Override[] = [];

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  add(override: Override): void {
    this.#waiting = [...this.#waiting, override];
  }

  /** No-op if it was already used. */
  remove(override: Override): void {
    this.#waiting = this.#waiting.filter((one) => one !== override);
  }

  /** Removes and returns the override for this call. */
  take(method: string): Override | undefined {
    const override = this.#waiting.find((one) => one.method === method);
    if (override !== undefined) this.remove(override);
    return override;
  }

  clear(): void {
    this.#waiting = [];
  }
}
