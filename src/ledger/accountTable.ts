import type { Account } from '../model/account.ts';
import { type AccountFilter, matchesFilter } from '../model/accountFilter.ts';
import { type Address, compareAddresses } from '../model/address.ts';
import { uint8Column, uint32Column, uint64Column } from './column.ts';
import { DataSlabs } from './dataSlabs.ts';
import { OwnerRows } from './ownerRows.ts';
import type { RowData } from './rowData.ts';

/**
 * All accounts, as columns: a row costs its data, its address text and some thirty bytes, and becomes an object only when
 * it is read. Accounts without lamports do not exist, so they are not in here.
 */
export class AccountTable implements RowData {
  readonly #rows = new Map<Address, number>();
  readonly #addresses: Address[] = [];
  readonly #owners = new Map<Address, OwnerRows>();
  readonly #ownerNames: Address[] = [];
  readonly #data = new DataSlabs();
  readonly #slab = uint32Column();
  readonly #offset = uint32Column();
  readonly #length = uint32Column();
  readonly #owner = uint32Column();
  readonly #lamports = uint64Column();
  readonly #rentEpoch = uint64Column();
  readonly #executable = uint8Column();

  get size(): number {
    return this.#addresses.length;
  }

  /** Adds an account whose address is not in the table. */
  add(account: Account): void {
    if (account.lamports === 0n) return;
    const row = this.#addresses.length;
    this.#rows.set(account.address, row);
    this.#addresses.push(account.address);
    const owner = this.#ownerRows(account.owner);
    owner.add(row);
    const place = this.#data.add(account.data);
    this.#slab.push(place.slab);
    this.#offset.push(place.offset);
    this.#length.push(account.data.length);
    this.#owner.push(owner.id);
    this.#lamports.push(account.lamports);
    this.#rentEpoch.push(account.rentEpoch);
    this.#executable.push(account.executable ? 1 : 0);
  }

  get(address: Address): Account | undefined {
    const row = this.#rows.get(address);
    return row === undefined ? undefined : this.#account(row);
  }

  *values(): Iterable<Account> {
    for (let row = 0; row < this.size; row++) yield this.#account(row);
  }

  /** Those that pass every filter, ascending by the raw bytes of the address. */
  ownedBy(owner: Address, filters: readonly AccountFilter[]): readonly Account[] {
    const rows = this.#owners.get(owner)?.candidates(filters, this) ?? [];
    const found: Account[] = [];
    for (const row of rows) {
      if (filters.every((filter) => this.matches(row, filter))) found.push(this.#account(row));
    }
    return found.sort((a, b) => compareAddresses(a.address, b.address));
  }

  matches(row: number, filter: AccountFilter): boolean {
    return matchesFilter(this.slabOf(row), this.offsetOf(row), this.#length.at(row), filter);
  }

  slabOf(row: number): Uint8Array {
    return this.#data.slab(this.#slab.at(row));
  }

  offsetOf(row: number): number {
    return this.#offset.at(row);
  }

  lengthOf(row: number): number {
    return this.#length.at(row);
  }

  #ownerRows(owner: Address): OwnerRows {
    const known = this.#owners.get(owner);
    if (known !== undefined) return known;
    const rows = new OwnerRows(this.#ownerNames.length);
    this.#ownerNames.push(owner);
    this.#owners.set(owner, rows);
    return rows;
  }

  #account(row: number): Account {
    const offset = this.offsetOf(row);
    return {
      address: this.#addresses[row]!,
      lamports: this.#lamports.at(row),
      owner: this.#ownerNames[this.#owner.at(row)]!,
      data: this.slabOf(row).subarray(offset, offset + this.lengthOf(row)),
      executable: this.#executable.at(row) === 1,
      rentEpoch: this.#rentEpoch.at(row),
    };
  }
}
