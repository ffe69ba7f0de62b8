import { ascending, maxOf } from '../../codec/bigints.ts';
import { firstIndexWhere } from '../../codec/binarySearch.ts';
import { type Account, formWithoutBytes } from '../../solana/account.ts';
import { type AccountFilter, passesFilters } from '../../solana/accountFilter.ts';
import type { Address } from '../../solana/address.ts';
import { append } from '../history/placeIndex.ts';
import type { SlotSet } from '../slotSet.ts';
import { type AccountsOfRows, OwnerRows } from './ownerRows.ts';

type SlotOf = (row: number) => bigint;

/** Puts a row among others that ascend by slot, in the place of one that has the same slot. Mostly it comes last. */
function insertBySlot(rows: number[], row: number, slotOf: SlotOf): void {
  const slot = slotOf(row);
  const at = countUpTo(rows, slot - 1n, slotOf);
  if (at === rows.length) rows.push(row);
  else rows.splice(at, slotOf(rows[at]!) === slot ? 1 : 0, row);
}

/** The number of rows up to a slot; rows are ascending by slot. Usually it is all of them. */
function countUpTo(rows: readonly number[], slot: bigint, slotOf: SlotOf): number {
  const last = rows.length - 1;
  if (last < 0 || slotOf(rows[last]!) <= slot) return last + 1;
  return firstIndexWhere(last, (at) => slotOf(rows[at]!) > slot);
}

/** Memory of a row besides its data, roughly: the account, its address and the entries of indexes. */
const ROW_BYTES = 400;

/** Number of a state of an account in its table. */
export type Row = number;

/**
 * States of accounts, as rows. An account has at most one state from the beginning, its base, and writes: states from a slot on. A write
 * without lamports says that the account was closed.
 */
export class AccountTable implements AccountsOfRows {
  readonly #bases = new Map<Address, Row>();
  /** rows by address, ascending by slot */
  readonly #writes = new Map<Address, Row[]>();
  readonly #accounts: Account[] = [];
  /** undefined for bases */
  readonly #slots: (bigint | undefined)[] = [];
  /** rows in the order in which they were added, usually that of their slots */
  #writeRows: Row[] = [];
  #areInOrder = true;
  /** slots up to which the base of an account replaces its states in other tables */
  readonly #replacedUpTo = new Map<Address, bigint>();
  #lastSlot: bigint | undefined;
  #count = 0;
  #hasOneRowPerAccount = true;
  #bytes = 0;
  readonly #owners = new Map<Address, OwnerRows>();
  readonly #withoutBytes = new Map<Address, Row[]>();
  /** @param row a write */
  readonly slotOf = (row: Row): bigint => this.#slots[row]!;

  /** Number of rows. */
  get size(): number {
    return this.#accounts.length;
  }

  /** Memory that it takes up, roughly. */
  get bytes(): number {
    return this.#bytes + this.size * ROW_BYTES;
  }

  /** Accounts that exist after all writes. */
  get count(): number {
    return this.#count;
  }

  /** Whether each account has one row: its base. */
  get hasOneRowPerAccount(): boolean {
    return this.#hasOneRowPerAccount;
  }

  /** The highest slot of a write in a slot up to `upTo`; undefined: of all writes. */
  lastSlot(upTo: bigint | undefined): bigint | undefined {
    if (upTo === undefined || this.#lastSlot === undefined || upTo >= this.#lastSlot) return this.#lastSlot;
    const rows = this.#rowsBySlot();
    const row = rows[countUpTo(rows, upTo, this.slotOf) - 1];
    return row === undefined ? undefined : this.slotOf(row);
  }

  /** Sets the base of an account: its state from the beginning. An account without lamports does not exist: its base is removed. */
  setBase(account: Account): void {
    const { address, lamports } = account;
    if (this.#bases.has(address)) this.#hasOneRowPerAccount = false;
    const existed = this.#countOf(address);
    if (lamports > 0n) this.#bases.set(address, this.#push(account));
    else this.#bases.delete(address);
    this.#count += this.#countOf(address) - existed;
  }

  /** Sets the base of an account, and removes its writes from this table. */
  setOnlyState(account: Account): void {
    const { address } = account;
    const existed = this.#countOf(address);
    if (this.#writes.delete(address))
      this.#writeRows = this.#writeRows.filter((row) => this.addressOf(row) !== address);
    this.#count += this.#countOf(address) - existed;
    this.setBase(account);
  }

  /**
   * Sets the base of an account, which also replaces its states up to a slot in tables below this one; without lamports: it does not exist.
   */
  replaceUpTo(account: Account, upTo: bigint): void {
    this.#hasOneRowPerAccount = false;
    this.#bases.set(account.address, this.#push(account));
    this.#replacedUpTo.set(account.address, upTo);
  }

  /** Adds the state of an account from a slot on. It replaces another write of that slot. */
  addWrite(account: Account, slot: bigint): void {
    const { address } = account;
    this.#hasOneRowPerAccount = false;
    const existed = this.#countOf(address);
    const row = this.#push(account, slot);
    this.#writeRows.push(row);
    if (slot < (this.#lastSlot ?? 0n)) this.#areInOrder = false;
    const writes = this.#writes.get(address);
    if (writes === undefined) this.#writes.set(address, [row]);
    else insertBySlot(writes, row, this.slotOf);
    this.#count += this.#countOf(address) - existed;
    if (this.#lastSlot === undefined || slot > this.#lastSlot) this.#lastSlot = slot;
  }

  addresses(): ReadonlySet<Address> {
    return new Set(this.#accounts.map(({ address }) => address));
  }

  baseOf(address: Address): Row | undefined {
    return this.#bases.get(address);
  }

  /** The slot of `replaceUpTo`; undefined: the base replaces nothing. */
  replacedUpTo(address: Address): bigint | undefined {
    return this.#replacedUpTo.get(address);
  }

  /** The account after all writes. */
  newest(address: Address): Account | undefined {
    const row = this.#writes.get(address)?.at(-1) ?? this.#bases.get(address);
    return row === undefined || !this.exists(row) ? undefined : this.account(row);
  }

  /** Ascending by slot. */
  writesOf(address: Address): readonly Row[] {
    return this.#writes.get(address) ?? [];
  }

  /** The newest write up to a slot, without the writes in excluded slots. */
  newestWrite(address: Address, upTo: bigint, excluded: SlotSet): Row | undefined {
    const writes = this.#writes.get(address);
    if (writes === undefined) return undefined;
    let at = countUpTo(writes, upTo, this.slotOf) - 1;
    while (at >= 0 && excluded.has(this.slotOf(writes[at]!))) at--;
    return writes[at];
  }

  /** The rows written in slots from `first` to `last`, both included; ascending by slot. */
  writesBetween(first: bigint, last: bigint): readonly Row[] {
    const rows = this.#rowsBySlot();
    return rows.slice(countUpTo(rows, first - 1n, this.slotOf), countUpTo(rows, last, this.slotOf));
  }

  /** @param slot undefined: no row is above it */
  isWriteAbove(row: Row, slot: bigint | undefined): boolean {
    const slotOfWrite = this.#slots[row];
    return slot !== undefined && slotOfWrite !== undefined && slotOfWrite > slot;
  }

  addressOf(row: Row): Address {
    return this.#accounts[row]!.address;
  }

  exists(row: Row): boolean {
    return this.#accounts[row]!.lamports > 0n;
  }

  /** Rows of an owner that pass every filter, in no order; those of `ownedWithoutBytes` are not among them. */
  *ownedBy(owner: Address, filters: readonly AccountFilter[]): Iterable<Row> {
    for (const row of this.#owners.get(owner)?.candidates(filters, this) ?? []) {
      if (passesFilters(this.account(row), filters)) yield row;
    }
  }

  /** The rows of an owner whose bytes are not known. */
  ownedWithoutBytes(owner: Address): readonly Row[] {
    return this.#withoutBytes.get(owner) ?? [];
  }

  account(row: Row): Account {
    return this.#accounts[row]!;
  }

  /** All writes, ascending by slot: sorted when first asked for. Later writes come in order, so they stay sorted. */
  #rowsBySlot(): readonly Row[] {
    if (!this.#areInOrder) this.#writeRows.sort((a, b) => ascending(this.slotOf(a), this.slotOf(b)));
    this.#areInOrder = true;
    return this.#writeRows;
  }

  /** The part of `count` that an account is: 1 if it exists after all writes, else 0. */
  #countOf(address: Address): 0 | 1 {
    const row = this.#writes.get(address)?.at(-1) ?? this.#bases.get(address);
    return row !== undefined && this.exists(row) ? 1 : 0;
  }

  #push(account: Account, slot?: bigint): Row {
    const { lamports, owner } = account;
    const form = formWithoutBytes(account);
    const row = this.#accounts.push(account) - 1;
    this.#slots.push(slot);
    // a closed account has no owner any more
    if (lamports > 0n) {
      if (form === undefined) this.#ownerRows(owner).add(row);
      else append(this.#withoutBytes, owner, row);
    }
    this.#bytes += form === undefined ? account.data.length : form.knownBytes.length;
    return row;
  }

  #ownerRows(owner: Address): OwnerRows {
    const existing = this.#owners.get(owner);
    if (existing !== undefined) return existing;
    const rows = new OwnerRows();
    this.#owners.set(owner, rows);
    return rows;
  }
}

/** A table whose writes count up to a slot. */
export interface Layer {
  readonly table: AccountTable;
  /** undefined: all count */
  readonly upTo: bigint | undefined;
  /** true: writes may still be added to this table itself; each `Accounts` that shares it has its own `upTo` */
  readonly takesWrites?: true;
  /** true: another node was asked for its accounts */
  readonly isAsked?: true;
}

/** Puts a table on top of others. Tables that are not much larger are merged with it. */
export function putOnTop(
  below: readonly Layer[],
  added: AccountTable,
): { layers: readonly Layer[]; table: AccountTable } {
  const layers = [...below];
  let table = added;
  for (let top = layers.at(-1); top !== undefined && top.table.size < 2 * table.size; top = layers.at(-1)) {
    table = mergeTables(top, table);
    layers.pop();
  }
  return { layers, table };
}

/** One table in place of two; where they differ about an account, the upper one counts. */
export function mergeTables(lower: Layer, upper: AccountTable): AccountTable {
  const merged = new AccountTable();
  for (const address of new Set([...lower.table.addresses(), ...upper.addresses()])) {
    const isReplaced = upper.baseOf(address) !== undefined;
    copyBase(isReplaced ? upper : lower.table, address, merged, lower.table.replacedUpTo(address));
    const replacedUpTo = (isReplaced ? upper.replacedUpTo(address) : undefined) ?? -1n;
    const upperSlots = new Set(upper.writesOf(address).map((row) => upper.slotOf(row)));
    for (const row of lower.table.writesOf(address)) {
      const slot = lower.table.slotOf(row);
      if (slot > replacedUpTo && slot <= (lower.upTo ?? slot) && !upperSlots.has(slot))
        merged.addWrite(lower.table.account(row), slot);
    }
    for (const row of upper.writesOf(address)) merged.addWrite(upper.account(row), upper.slotOf(row));
  }
  return merged;
}

/** @param lowerReplacedUpTo the slot up to which the lower table replaces states of tables below both */
function copyBase(from: AccountTable, address: Address, to: AccountTable, lowerReplacedUpTo: bigint | undefined): void {
  const row = from.baseOf(address);
  if (row === undefined) return;
  const upTo = from.replacedUpTo(address);
  if (upTo === undefined) to.setBase(from.account(row));
  else to.replaceUpTo(from.account(row), maxOf(upTo, lowerReplacedUpTo ?? upTo));
}
