import type { Address } from '../../../model/address.ts';

type Addresses = ReadonlyMap<string, Address>;

const wordsByAddress = new WeakMap<Addresses, ReadonlyMap<Address, string>>();

/** Names that a ledger has already, by their words. */
export class KnownNames {
  readonly all: Addresses;

  constructor(all: Addresses) {
    this.all = all;
  }

  wordOf(address: Address): string | undefined {
    let words = wordsByAddress.get(this.all);
    if (words === undefined) {
      words = new Map(Array.from(this.all, ([word, known]) => [known, word]));
      wordsByAddress.set(this.all, words);
    }
    return words.get(address);
  }

  /** Undefined: no name stands for it, or only one that is derived from others, which cannot sign. */
  keyNameOf(address: Address): string | undefined {
    const word = this.wordOf(address);
    return word === undefined || word.includes('(') ? undefined : word.slice(1);
  }
}
