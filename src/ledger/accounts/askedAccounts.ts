import {
  type Account,
  accountOfParsed,
  emptyAccount,
  formWithoutBytes,
  type ParsedData,
  sameAccount,
} from '../../solana/account.ts';
import type { Address } from '../../solana/address.ts';
import { isShownAs } from '../../solana/shownAs.ts';
import { AccountTable, type Layer, putOnTop } from './accountTable.ts';

/** Lower than every slot, so that a state from the beginning replaces no write. */
const BEFORE_ALL_SLOTS = -1n;

/**
 * Accounts that another node was asked for, as a value. Each is a state from the beginning, below everything that the ledger has, and one
 * that the node does not have is there too, without lamports. All states of a ledger and of its forks share the tables.
 */
export class AskedAccounts {
  static readonly NONE: AskedAccounts = new AskedAccounts([]);
  readonly layers: readonly Layer[];
  /** results of `withBytes` */
  readonly #results = new WeakMap<Account, Account>();

  private constructor(layers: readonly Layer[]) {
    this.layers = layers;
  }

  has(address: Address): boolean {
    return this.#accountAt(address) !== undefined;
  }

  /**
   * Gives an account that was recorded without its bytes those that the other node has. If that node no longer has the account as it was
   * recorded, reading the bytes throws an error that says so.
   */
  withBytes(account: Account): Account {
    const form = formWithoutBytes(account);
    const answer = form && this.#accountAt(account.address);
    if (form === undefined || answer === undefined) return account;
    const existing = this.#results.get(account);
    if (existing !== undefined) return existing;
    const completed = complete(account, form, answer);
    this.#results.set(account, completed);
    return completed;
  }

  #accountAt(address: Address): Account | undefined {
    for (const { table } of this.layers) {
      const row = table.baseOf(address);
      if (row !== undefined) return table.account(row);
    }
    return undefined;
  }

  /** Adds accounts by address; null: the node does not have it. The first answer for an address stays. */
  with(answers: ReadonlyMap<Address, Account | null>): AskedAccounts {
    const added = [...answers].filter(([address]) => !this.has(address));
    if (added.length === 0) return this;
    const newest = new AccountTable();
    for (const [address, account] of added) newest.replaceUpTo(account ?? emptyAccount(address), BEFORE_ALL_SLOTS);
    const { layers, table } = putOnTop(this.layers, newest);
    return new AskedAccounts([...layers, { table, upTo: undefined, isAsked: true }]);
  }
}

function complete(account: Account, form: ParsedData, answer: Account): Account {
  const isAsRecorded = sameAccount(answer, account) && isShownAs(answer, form, { withExtensions: true });
  return isAsRecorded
    ? accountOfParsed(account, { ...form, knownBytes: answer.data })
    : accountOfParsed(account, form, true);
}
