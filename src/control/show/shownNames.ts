import type { LedgerNames } from '../../ledger/state.ts';
import type { Address, Signature } from '../../solana/address.ts';
import { WELL_KNOWN } from '../../solana/wellKnown.ts';

export interface NamedTransaction {
  readonly name: string;
  /** counted from 0 */
  readonly copy: number;
}

/** The names of addresses and transactions in the scripts of a ledger, and well-known names such as `$token`. */
export class ShownNames {
  readonly #names = new Map<Address, string>();
  readonly #ranks = new Map<Address, number>();
  readonly #transactions = new Map<Signature, NamedTransaction>();

  constructor({ addresses, signatures }: LedgerNames) {
    const byName = [...addresses];
    // a plain name is shown rather than one that is derived from others, such as `$ata(alice,usdc)`
    const plainFirst = [...byName.filter(([name]) => !isDerived(name)), ...byName.filter(([name]) => isDerived(name))];
    for (const [name, address] of plainFirst) {
      if (this.#names.has(address)) continue;
      this.#names.set(address, name);
      this.#ranks.set(address, this.#ranks.size);
    }
    for (const [name, address] of Object.entries(WELL_KNOWN))
      if (!this.#names.has(address)) this.#names.set(address, `$${name}`);
    for (const [name, copies] of signatures)
      for (const [copy, signature] of copies.entries()) this.#transactions.set(signature, { name, copy });
  }

  /** A name, e.g. `$alice`; null: the address has no name. */
  get(address: Address): string | null {
    return this.#names.get(address) ?? null;
  }

  /** The order of addresses: those that scripts name come first, in the order of the names. */
  rank(address: Address): number {
    return this.#ranks.get(address) ?? this.#ranks.size;
  }

  /** Addresses that scripts name, by rank. */
  scriptAddresses(): Iterable<Address> {
    return this.#ranks.keys();
  }

  isNamedInScript(address: Address): boolean {
    return this.#ranks.has(address);
  }

  transaction(signature: Signature): NamedTransaction | undefined {
    return this.#transactions.get(signature);
  }
}

function isDerived(name: string): boolean {
  return name.includes('(');
}
