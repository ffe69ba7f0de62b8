import { type Account, emptyAccount } from '../../solana/account.ts';
import type { Address } from '../../solana/address.ts';
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

  private constructor(layers: readonly Layer[]) {
    this.layers = layers;
  }

  has(address: Address): boolean {
    return this.layers.some(({ table }) => table.baseOf(address) !== undefined);
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
