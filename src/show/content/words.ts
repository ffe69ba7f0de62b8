import type { LedgerNames } from '../../ledger/state.ts';
import type { Address, Signature } from '../../model/address.ts';
import { WELL_KNOWN } from '../../script/compiling/names/wellKnown.ts';

/** A transaction that has a name in a script. */
export interface NamedTransaction {
  readonly name: string;
  /** counted from 0 */
  readonly copy: number;
}

/** What the addresses and transactions of a ledger are called in its scripts. */
export class LedgerWords {
  readonly #words = new Map<Address, string>();
  readonly #ranks = new Map<Address, number>();
  readonly #transactions = new Map<Signature, NamedTransaction>();

  constructor({ addresses, signatures }: LedgerNames) {
    // a plain name says more than one that is derived from others
    for (const isDerived of [false, true])
      for (const [word, address] of addresses)
        if (word.includes('(') === isDerived && !this.#words.has(address)) this.#name(address, word);
    for (const [name, address] of Object.entries(WELL_KNOWN))
      if (!this.#words.has(address)) this.#words.set(address, `$${name}`);
    for (const [name, copies] of signatures)
      for (const [copy, signature] of copies.entries()) this.#transactions.set(signature, { name, copy });
  }

  /** e.g. `$alice`; null: it has no name */
  of(address: Address): string | null {
    return this.#words.get(address) ?? null;
  }

  /** Names of scripts come first, in their order. */
  rank(address: Address): number {
    return this.#ranks.get(address) ?? this.#ranks.size;
  }

  ofTransaction(signature: Signature): NamedTransaction | undefined {
    return this.#transactions.get(signature);
  }

  #name(address: Address, word: string): void {
    this.#words.set(address, word);
    this.#ranks.set(address, this.#ranks.size);
  }
}
