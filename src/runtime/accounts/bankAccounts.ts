import { type Account, closedAccount } from '../../solana/account.ts';
import { type Address, INCINERATOR } from '../../solana/address.ts';
import { builtinAccount } from './builtinAccounts.ts';

/** Accounts by address at one point of the history. Accounts without lamports do not exist. */
export interface AccountsView {
  get(address: Address): Account | undefined;
}

/** The accounts of one chain, from block to block. */
export class BankAccounts implements AccountsView {
  #known: Map<Address, Account>;
  readonly #base: AccountsView | undefined;
  /** accounts of every cluster that were read; forks share this map */
  readonly #builtin: Map<Address, Account>;
  #written = new Map<Address, Account>();

  /**
   * @param base accounts below the blocks that are made
   * @param initial accounts that replace those of the base; they do not count as written
   * @param builtin accounts of every cluster that were read, to be shared with a fork
   */
  constructor(
    base: AccountsView | undefined,
    initial?: ReadonlyMap<Address, Account>,
    builtin = new Map<Address, Account>(),
  ) {
    this.#base = base;
    this.#known = new Map(initial);
    this.#builtin = builtin;
  }

  get(address: Address): Account | undefined {
    const account = this.#known.get(address) ?? this.#base?.get(address) ?? this.#builtinAt(address);
    return account !== undefined && account.lamports > 0n ? account : undefined;
  }

  set(account: Account): void {
    this.#known.set(account.address, account);
    this.#written.set(account.address, account);
  }

  /** Ends a block: empties the incinerator. Source agave 4.1 bank.rs run_incinerator */
  burn(): void {
    if (this.#written.has(INCINERATOR)) this.set(closedAccount(INCINERATOR));
  }

  /** The accounts written since the last call. */
  takeWritten(): Iterable<Account> {
    const writes = this.#written;
    this.#written = new Map();
    return writes.values();
  }

  /** The accounts of every cluster that were read: they exist from the beginning. */
  get builtin(): Iterable<Account> {
    return this.#builtin.values();
  }

  /** Marks this point: the result takes back what is set after it. */
  savepoint(): () => void {
    const knownThen = new Map(this.#known);
    const writtenThen = new Map(this.#written);
    return () => {
      this.#known = knownThen;
      this.#written = writtenThen;
    };
  }

  /** An independent copy, by default with the same base. */
  fork(base: AccountsView | undefined = this.#base): BankAccounts {
    return new BankAccounts(base, this.#known, this.#builtin);
  }

  #builtinAt(address: Address): Account | undefined {
    const account = this.#builtin.get(address) ?? builtinAccount(address);
    if (account !== undefined) this.#builtin.set(address, account);
    return account;
  }
}
