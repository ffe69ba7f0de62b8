import type { JsonValue } from '../codec/json.ts';
import { type RpcError, rpcErrors } from '../errors.ts';

/** The node's text for what it expected instead of a longer array. */
const NO_MORE = 'fewer elements in array';

/**
 * A tuple, or a struct that is written as an array of its members. They are read in order: one that is missing is noticed in
 * its turn, that there are too many at the end.
 *
 * Source   serde 1.0.228 `visit_seq` as derived; serde_json 1.0.149
 */
export class Sequence {
  readonly #values: readonly JsonValue[];
  readonly #want: string;
  #at = 0;

  /** @param want what the node calls the whole, e.g. `a tuple of size 2` */
  constructor(values: readonly JsonValue[], want: string) {
    this.#values = values;
    this.#want = want;
  }

  next(): JsonValue {
    const value = this.#values[this.#at];
    if (value === undefined) throw this.#invalidLength(this.#want);
    this.#at++;
    return value;
  }

  /** @param want the node's text for what it expected; they differ inside a flattened struct */
  end(want: string = NO_MORE): void {
    if (this.#values.length > this.#at) throw this.#invalidLength(want);
  }

  #invalidLength(want: string): RpcError {
    return rpcErrors.invalidParams(`invalid length ${this.#values.length}, expected ${want}`);
  }
}
