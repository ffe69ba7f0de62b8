import {
  type Account,
  accountOfParsed,
  formIfUnchanged,
  formWithoutBytes,
  type ParsedData,
} from '../../solana/account.ts';
import type { Address } from '../../solana/address.ts';

const NO_BYTES = new Uint8Array();

/** The accounts of a table that were recorded as jsonParsed, by row. */
export class ParsedForms {
  readonly #forms = new Map<number, ParsedData>();
  /** rows of accounts whose bytes are not known, by owner: no index has them */
  readonly #withoutBytes = new Map<Address, number[]>();

  /** @returns the bytes of the account; none where they are not known */
  add(row: number, account: Account): Uint8Array {
    const form = formIfUnchanged(account);
    if (form !== undefined) this.#forms.set(row, form);
    return formWithoutBytes(account) === undefined ? account.data : NO_BYTES;
  }

  /** Keeps the row of an account whose bytes are not known under its owner. @returns false: they are known, and nothing was kept */
  addWithoutBytes(row: number, account: Account): boolean {
    if (formWithoutBytes(account) === undefined) return false;
    const rows = this.#withoutBytes.get(account.owner);
    if (rows === undefined) this.#withoutBytes.set(account.owner, [row]);
    else rows.push(row);
    return true;
  }

  /** Rows of an owner whose bytes are not known. */
  ownedWithoutBytes(owner: Address): readonly number[] {
    return this.#withoutBytes.get(owner) ?? [];
  }

  /** The account of a row as it was recorded. */
  account(row: number, account: Account): Account {
    const form = this.#forms.get(row);
    return form === undefined ? account : accountOfParsed(account, form);
  }
}
