import type { AddressExpression } from '../../syntax/addressExpression.ts';
import { nameText } from '../../syntax/addressExpressionText.ts';
import { ScriptError } from '../../syntax/scriptError.ts';
import { knownAddressOfName, type NameScope } from './nameScope.ts';
import { callsIn, namesIn } from './nameUses.ts';

/** Limit for additions to a live ledger: computing 1,000 addresses takes some 50 ms. */
export const MAX_NEW_ADDRESSES = 1000;

/** The addresses of one call that have to be computed: those of new names, and of derivations. */
export class NewAddresses {
  readonly #limit: number;
  readonly #counted = new Set<string>();
  #count = 0;

  constructor(limit = Number.POSITIVE_INFINITY) {
    this.#limit = limit;
  }

  /** Whether there are more than the limit. */
  get isOverLimit(): boolean {
    return this.#count > this.#limit;
  }

  /**
   * Counts what an expression needs, each name and each text once, before it is computed.
   *
   * @throws ScriptError if there are more than the limit
   */
  add(text: string, expression: AddressExpression, scope: NameScope): void {
    if (this.#limit === Number.POSITIVE_INFINITY) return;
    for (const name of namesIn(expression))
      if (knownAddressOfName(name, scope) === undefined) this.#add(nameText(name), 1);
    if (expression.kind === 'call') this.#add(text, [...callsIn(expression)].length);
    if (this.isOverLimit)
      throw new ScriptError(
        `more than ${this.#limit} new names and derivations in one call`,
        'use several calls, or write addresses in base58',
      );
  }

  #add(text: string, count: number): void {
    if (this.#counted.has(text)) return;
    this.#counted.add(text);
    this.#count += count;
  }
}
