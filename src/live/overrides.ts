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

  /** Looked at before anything else, so that a ledger without overrides pays nothing for them. */
  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  add(override: Override): void {
    this.#waiting = [...this.#waiting, override];
  }

  /** Of one that has been used there is nothing left to remove. */
  remove(override: Override): void {
    this.#waiting = this.#waiting.filter((one) => one !== override);
  }

  /** The one for the next call of a method, which it is used for. */
  take(method: string): Override | undefined {
    const override = this.#waiting.find((one) => one.method === method);
    if (override !== undefined) this.remove(override);
    return override;
  }

  clear(): void {
    this.#waiting = [];
  }
}
