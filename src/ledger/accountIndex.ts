import type { Account } from '../model/account.ts';
import { type Address, compareAddresses } from '../model/address.ts';

/** Accounts by address and by owner. Accounts without lamports do not exist, so they are not in here. */
export class AccountIndex {
  readonly #byAddress: ReadonlyMap<Address, Account>;
  readonly #byOwner = new Map<Address, Account[]>();
  readonly #sorted = new Set<Address>();

  constructor(accounts: Iterable<Account>) {
    const byAddress = new Map<Address, Account>();
    for (const account of accounts) {
      if (account.lamports === 0n) continue;
      byAddress.set(account.address, account);
      const siblings = this.#byOwner.get(account.owner);
      if (siblings === undefined) this.#byOwner.set(account.owner, [account]);
      else siblings.push(account);
    }
    this.#byAddress = byAddress;
  }

  get size(): number {
    return this.#byAddress.size;
  }

  get(address: Address): Account | undefined {
    return this.#byAddress.get(address);
  }

  values(): Iterable<Account> {
    return this.#byAddress.values();
  }

  /** Ascending by the raw bytes of the address. */
  ownedBy(owner: Address): readonly Account[] {
    const accounts = this.#byOwner.get(owner) ?? [];
    if (!this.#sorted.has(owner)) {
      accounts.sort((a, b) => compareAddresses(a.address, b.address));
      this.#sorted.add(owner);
    }
    return accounts;
  }
}
