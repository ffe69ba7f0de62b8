import { BytesError } from '../codec/bytes.ts';
import type { Address } from '../solana/address.ts';
import {
  countAddresses,
  decodeLookupTable,
  LOOKUP_TABLE_PROGRAM,
  type LookupTable,
  tableAddressAt,
} from '../solana/lookupTable.ts';
import { MAX_SLOT_HASHES } from '../solana/sysvars.ts';
import type { AddressTableLookup, LoadedAddresses } from '../solana/transaction.ts';
import type { LedgerView } from './view.ts';

/** The texts of the reference node about the tables of a message, by the error of the sent transaction. */
const TEXTS = {
  AddressLookupTableNotFound: 'Attempted to lookup addresses from a table that does not exist',
  InvalidAddressLookupTableOwner: 'Attempted to lookup addresses from an account owned by the wrong program',
  InvalidAddressLookupTableData: 'Attempted to lookup addresses from an invalid account',
  InvalidAddressLookupTableIndex: 'Address lookup contains an invalid index',
};

/**
 * A table that gives no addresses, with the text of the reference node. Source solana transaction-error 3.2 AddressLoaderError
 */
export class AddressLookupError extends Error {
  readonly err: keyof typeof TEXTS;
  constructor(err: keyof typeof TEXTS) {
    super(TEXTS[err]);
    this.name = 'AddressLookupError';
    this.err = err;
  }
}

/**
 * The addresses that a message loads from lookup tables in the next block, where addresses of the block of the view can be looked up.
 *
 * Source   agave 4.1 accounts-db load_lookup_table_addresses_into
 * @throws AddressLookupError
 */
export function loadAddresses(view: LedgerView, lookups: readonly AddressTableLookup[]): LoadedAddresses {
  const writable: Address[] = [];
  const readonly: Address[] = [];
  for (const { accountKey, writableIndexes, readonlyIndexes } of lookups) {
    const table = tableAt(view, accountKey);
    // a table of another node was extended in a slot of another chain
    const isAsked = view.accounts.stateOf(accountKey)?.isAsked === true;
    const active = countActive(isAsked ? { ...table, lastExtendedSlot: 0n } : table, view);
    const addressOf = (index: number): Address => {
      if (index >= active) throw new AddressLookupError('InvalidAddressLookupTableIndex');
      return tableAddressAt(table, index);
    };
    writable.push(...Array.from(writableIndexes, addressOf));
    readonly.push(...Array.from(readonlyIndexes, addressOf));
  }
  return { writable, readonly };
}

function tableAt(view: LedgerView, address: Address): LookupTable {
  const account = view.account(address);
  if (account === undefined) throw new AddressLookupError('AddressLookupTableNotFound');
  if (account.owner !== LOOKUP_TABLE_PROGRAM) throw new AddressLookupError('InvalidAddressLookupTableOwner');
  try {
    return decodeLookupTable(account.data);
  } catch (error) {
    if (error instanceof BytesError) throw new AddressLookupError('InvalidAddressLookupTableData');
    throw error;
  }
}

/** Addresses that were added in the slot of the next block cannot be looked up in it yet. */
function countActive(table: LookupTable, view: LedgerView): number {
  if (table.deactivationSlot !== undefined && !isRecent(table.deactivationSlot, view))
    throw new AddressLookupError('AddressLookupTableNotFound');
  const count = countAddresses(table);
  if (table.lastExtendedSlot <= view.slot) return count;
  if (table.lastExtendedStartIndex > count) throw new AddressLookupError('InvalidAddressLookupTableData');
  return table.lastExtendedStartIndex;
}

/** A table that is being deactivated serves until its slot is forgotten. */
function isRecent(slot: bigint, view: LedgerView): boolean {
  if (slot === view.slot) return true;
  return (
    view.state.history.block(slot) !== undefined && view.shows(slot) && view.countSlotsAbove(slot) <= MAX_SLOT_HASHES
  );
}
