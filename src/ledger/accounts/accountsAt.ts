import type { Account } from '../../solana/account.ts';
import { type AccountFilter, passesFilters } from '../../solana/accountFilter.ts';
import { type Address, compareAddresses } from '../../solana/address.ts';
import type { Chain } from '../history/chain.ts';
import type { AccountTable, Layer, Row } from './accountTable.ts';
import type { AskedAccounts } from './askedAccounts.ts';

/** Lower than every slot. */
const FROM_BEGINNING = -1n;

/**
 * Accounts that are calculated from the chain, such as the Clock sysvar. An account that the ledger itself has takes precedence.
 */
export interface DerivedAccounts {
  get(address: Address): Account | undefined;
  /** @param owner those that it owns; undefined: of all owners */
  all(owner?: Address): readonly Account[];
}

/** The newest state of an account on a chain. */
export interface AccountState {
  /** the slot that wrote it; undefined: it holds from the beginning */
  readonly slot: bigint | undefined;
  /** an account without lamports does not */
  readonly exists: boolean;
  /** whether another node was asked for it, and the ledger has no other state */
  readonly isAsked: boolean;
}

interface TableRow {
  readonly table: AccountTable;
  readonly row: Row;
}

/** The accounts at the end of a chain: for each, the newest state that was written on that chain. */
export class AccountsAt {
  readonly #layers: readonly Layer[];
  readonly #chain: Chain;
  readonly #askedAccounts: AskedAccounts;
  readonly #derived: DerivedAccounts | undefined;
  /** the only table, if every row of it is seen */
  readonly #single: AccountTable | undefined;

  constructor(
    layers: readonly Layer[],
    chain: Chain,
    askedAccounts: AskedAccounts,
    derived: DerivedAccounts | undefined,
  ) {
    this.#layers = layers;
    this.#chain = chain;
    this.#askedAccounts = askedAccounts;
    this.#derived = derived;
    const table = layers[0]?.table;
    this.#single = layers.length === 1 && table!.hasOneRowPerAccount ? table : undefined;
  }

  get(address: Address): Account | undefined {
    const newest = this.#find(address);
    if (newest === undefined) return this.#derived?.get(address);
    return newest.table.exists(newest.row) ? this.#accountOf(newest) : undefined;
  }

  /** The state of an account, also of a closed one; undefined: the chain has no state of it. */
  stateOf(address: Address): AccountState | undefined {
    const newest = this.#find(address);
    if (newest === undefined) return undefined;
    const { row, table } = newest;
    const isAsked = this.#layers.some((layer) => layer.isAsked === true && layer.table === table);
    return { slot: table.baseOf(address) === row ? undefined : table.slotOf(row), exists: table.exists(row), isAsked };
  }

  /** The accounts of an owner that pass every filter, ascending by the raw bytes of the address. */
  ownedBy(owner: Address, filters: readonly AccountFilter[]): readonly Account[] {
    const accounts: Account[] = [];
    for (const { table } of this.#layers) {
      for (const row of table.ownedBy(owner, filters)) if (this.#isSeen(table, row)) accounts.push(table.account(row));
    }
    const unindexed = [...this.#seenWithoutBytes(owner), ...this.#seenDerived(owner)];
    for (const account of unindexed)
      if (account.owner === owner && passesFilters(account, filters)) accounts.push(account);
    return accounts.sort((a, b) => compareAddresses(a.address, b.address));
  }

  /** Every account, in no order. */
  *values(): Iterable<Account> {
    for (const { table } of this.#layers) {
      for (let row = 0; row < table.size; row++)
        if (table.exists(row) && this.#isSeen(table, row)) yield this.#accountOf({ table, row });
    }
    yield* this.#seenDerived();
  }

  /** The number of accounts in `values`. */
  get count(): number {
    let count = this.#seenDerived().length;
    for (const { table } of this.#layers) {
      for (let row = 0; row < table.size; row++) if (table.exists(row) && this.#isSeen(table, row)) count++;
    }
    return count;
  }

  #accountOf({ row, table }: TableRow): Account {
    return this.#askedAccounts.withBytes(table.account(row));
  }

  #isSeen(table: AccountTable, row: Row): boolean {
    if (table === this.#single) return true;
    const newest = this.#find(table.addressOf(row));
    return newest?.row === row && newest.table === table;
  }

  *#seenWithoutBytes(owner: Address): Iterable<Account> {
    for (const { table } of this.#layers) {
      for (const row of table.ownedWithoutBytes(owner))
        if (this.#isSeen(table, row)) yield this.#accountOf({ table, row });
    }
  }

  #seenDerived(owner?: Address): readonly Account[] {
    return this.#derived?.all(owner).filter(({ address }) => this.#find(address) === undefined) ?? [];
  }

  /** Finds a state from the top down: it counts if no table above has a newer one, or a base that replaces it. */
  #find(address: Address): TableRow | undefined {
    const { offChain, tip } = this.#chain;
    let newest: TableRow | undefined;
    let foundSlot: bigint | undefined;
    let replacedUpTo = FROM_BEGINNING;
    for (let i = this.#layers.length - 1; i >= 0; i--) {
      const { table, upTo } = this.#layers[i]!;
      const row = table.newestWrite(address, upTo !== undefined && upTo < tip ? upTo : tip, offChain);
      const slot = row === undefined ? undefined : table.slotOf(row);
      if (row !== undefined && slot! > replacedUpTo && (foundSlot === undefined || slot! > foundSlot)) {
        newest = { table, row };
        foundSlot = slot;
      }
      const base = table.baseOf(address);
      if (base === undefined) continue;
      if (newest === undefined) {
        newest = { table, row: base };
        foundSlot = FROM_BEGINNING;
      }
      const replaced = table.replacedUpTo(address);
      if (replaced !== undefined && replaced > replacedUpTo) replacedUpTo = replaced;
    }
    return newest;
  }
}
