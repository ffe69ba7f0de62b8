import { maxOf, minOf } from '../../codec/bigints.ts';
import type { Account } from '../../solana/account.ts';
import type { AccountFilter } from '../../solana/accountFilter.ts';
import type { Address } from '../../solana/address.ts';
import type { Chain } from '../history/chain.ts';
import { AccountsAt, type DerivedAccounts } from './accountsAt.ts';
import { AccountTable, type Layer, mergeTables, putOnTop, type Row } from './accountTable.ts';
import { AskedAccounts } from './askedAccounts.ts';
import { MIN_INDEXED } from './ownerRows.ts';

/**
 * All accounts in time, as a value. Changes are put on top, in tables of their own, and share what is below. Each table is at least
 * twice as large as the next one, so there are few, and a change is copied only a few times. Writes are added to the uppermost table
 * itself while it is small.
 */
export class Accounts {
  /** layers of tables, the lowest first: those of `askedAccounts` are below all others */
  readonly #layers: readonly Layer[];
  /** layers without those of `askedAccounts` */
  readonly #ownLayers: readonly Layer[];
  /** accounts that another node was asked for, because the ledger had none */
  readonly askedAccounts: AskedAccounts;

  constructor(layers: readonly Layer[] = [], askedAccounts: AskedAccounts = AskedAccounts.NONE) {
    this.#ownLayers = layers;
    this.#layers = askedAccounts.layers.length === 0 ? layers : [...askedAccounts.layers, ...layers];
    this.askedAccounts = askedAccounts;
  }

  static fromTable(table: AccountTable): Accounts {
    return new Accounts([{ table, upTo: undefined }]);
  }

  /** The accounts that are seen from the end of a chain. */
  at(chain: Chain, derived?: DerivedAccounts): AccountsAt {
    return new AccountsAt(this.#layers, chain, this.askedAccounts, derived);
  }

  /** Replaces the accounts that another node was asked for. */
  withAsked(askedAccounts: AskedAccounts): Accounts {
    return askedAccounts === this.askedAccounts ? this : new Accounts(this.#ownLayers, askedAccounts);
  }

  /** Whether there is a state of an account, on any chain and at any slot; one without lamports counts. */
  knows(address: Address): boolean {
    return this.#layers.some(({ table }) => table.baseOf(address) !== undefined) || this.slotsOf(address).length > 0;
  }

  /** The highest slot of a write, if there is one. */
  get lastSlot(): bigint | undefined {
    let last: bigint | undefined;
    for (const { table, upTo } of this.#layers) {
      const slot = table.lastSlot(upTo);
      if (slot !== undefined && (last === undefined || slot > last)) last = slot;
    }
    return last;
  }

  /** Slots between two, both included, in which something was written. */
  slotsOfWrites(first: bigint, last: bigint): ReadonlySet<bigint> {
    const slots = new Set<bigint>();
    for (const { row, table } of this.#writesBetween(first, last)) slots.add(table.slotOf(row));
    return slots;
  }

  /** The slots in which states of an account were written, on any chain, and that were not replaced since. */
  slotsOf(address: Address): readonly bigint[] {
    return this.#layers.flatMap(({ table, upTo }, i) => {
      const slots = table.writesOf(address).map((row) => table.slotOf(row));
      return slots.filter((slot) => (upTo === undefined || slot <= upTo) && !this.#isReplaced(address, slot, i));
    });
  }

  /**
   * Whether an owner has, or ever had, an account that passes every filter. Accounts that another node was asked for do not count: that node may
   * have others of the owner.
   */
  hasEverOwned(owner: Address, filters: readonly AccountFilter[]): boolean {
    return this.#ownLayers.some(({ table, upTo }) => {
      for (const row of table.ownedBy(owner, filters))
        if (!table.isWriteAbove(row, upTo) && !this.askedAccounts.has(table.addressOf(row))) return true;
      return false;
    });
  }

  /** States that were written in a slot, and not replaced since. */
  writtenIn(slot: bigint): readonly Account[] {
    const accounts = new Map<Address, Account>();
    for (const { row, table } of this.#writesBetween(slot, slot))
      accounts.set(table.addressOf(row), table.account(row));
    return [...accounts.values()];
  }

  /**
   * Accounts that may differ between this value and another one. They are in a table that only one of them has, or were written
   * to a shared table: in slots that count for only one of them, or in slots from `first` to `last`.
   */
  possiblyDifferent(other: Accounts, first: bigint, last: bigint): ReadonlySet<Address> {
    const layers = new Map(this.#layers.map((layer) => [layer.table, layer]));
    const addresses = new Set<Address>();
    const addWrites = (table: AccountTable, from: bigint, to: bigint) => {
      for (const row of table.writesBetween(from, to)) addresses.add(table.addressOf(row));
    };
    for (const layer of other.#layers) {
      const { table } = layer;
      const ownLayer = layers.get(table);
      if (ownLayer === undefined) layers.set(table, layer);
      else {
        layers.delete(table);
        const [a, b] = [endOf(ownLayer), endOf(layer)];
        if (a !== b) addWrites(table, minOf(a, b) + 1n, maxOf(a, b));
        addWrites(table, first, last);
      }
    }
    for (const table of layers.keys()) for (const address of table.addresses()) addresses.add(address);
    return addresses;
  }

  /** Memory, roughly, of tables that another value does not have. */
  unsharedBytes(other: Accounts): number {
    const shared = new Set(other.#layers.map(({ table }) => table));
    return this.#layers.reduce((bytes, { table }) => bytes + (shared.has(table) ? 0 : table.bytes), 0);
  }

  /** One table with all states that count. */
  toTable(): AccountTable {
    const [lowest] = this.#layers;
    if (lowest !== undefined && this.#layers.length === 1 && lowest.upTo === undefined) return lowest.table;
    let table = new AccountTable();
    for (const layer of this.#layers.toReversed()) table = mergeTables(layer, table);
    return table;
  }

  /** Writes beyond `slot` are cut off. */
  upTo(slot: bigint): Accounts {
    const last = this.lastSlot;
    if (last === undefined || last <= slot) return this;
    return this.#withOwnLayers(this.#ownLayers.map(({ table, upTo }) => ({ table, upTo: minOf(slot, upTo ?? slot) })));
  }

  /** A copy for a fork: later writes to it go into tables of their own. */
  copyForFork(): Accounts {
    return this.#withOwnLayers(this.#ownLayers.map(({ table, upTo }) => ({ table, upTo })));
  }

  /** Adds writes of a slot. They replace other writes of that slot. An account without lamports was closed. */
  withWrites(accounts: readonly Account[], slot: bigint): Accounts {
    if (accounts.length === 0) return this;
    const top = this.#ownLayers.at(-1);
    const writesIntoTop = top !== undefined && canTakeWrites(top, accounts.length, slot);
    const newest = writesIntoTop ? top.table : new AccountTable();
    for (const account of accounts) newest.addWrite(account, slot);
    const { layers, table } = putOnTop(writesIntoTop ? this.#ownLayers.slice(0, -1) : this.#ownLayers, newest);
    return this.#withOwnLayers([...layers, { table, upTo: table.lastSlot(undefined), takesWrites: true }]);
  }

  /** Replaces all states up to a slot by one from the beginning. Without lamports, the account does not exist. */
  withReplaced(accounts: readonly Account[], upTo: bigint): Accounts {
    if (accounts.length === 0) return this;
    const table = new AccountTable();
    for (const account of accounts) table.replaceUpTo(account, upTo);
    return this.withTable(table);
  }

  /** Adds a table on top. */
  withTable(added: AccountTable): Accounts {
    const { layers, table } = putOnTop(this.#ownLayers, added);
    return this.#withOwnLayers([...layers, { table, upTo: undefined }]);
  }

  #withOwnLayers(layers: readonly Layer[]): Accounts {
    return new Accounts(layers, this.askedAccounts);
  }

  /** Writes that were neither cut off nor replaced, the lower layers first. */
  *#writesBetween(first: bigint, last: bigint): Iterable<{ readonly table: AccountTable; readonly row: Row }> {
    for (const [i, { table, upTo }] of this.#layers.entries()) {
      for (const row of table.writesBetween(first, minOf(last, upTo ?? last))) {
        const slot = table.slotOf(row);
        const address = table.addressOf(row);
        if (!this.#isReplaced(address, slot, i)) yield { table, row };
      }
    }
  }

  /** Whether a layer above has a base in the place of a write. */
  #isReplaced(address: Address, slot: bigint, layer: number): boolean {
    return this.#layers.slice(layer + 1).some(({ table }) => (table.replacedUpTo(address) ?? -1n) >= slot);
  }
}

/**
 * Whether writes of a slot can be added to the table of a layer: the layer counts all of it, the slot is above its last write, and it stays
 * too small for an index.
 */
function canTakeWrites({ takesWrites, table, upTo }: Layer, count: number, slot: bigint): boolean {
  if (takesWrites !== true || upTo === undefined) return false;
  return slot > upTo && upTo === table.lastSlot(undefined) && table.size + count < MIN_INDEXED;
}

/** The last slot whose writes count. */
function endOf({ table, upTo }: Layer): bigint {
  return upTo ?? table.lastSlot(undefined) ?? 0n;
}
