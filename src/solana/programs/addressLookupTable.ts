import { U64_MAX } from '../../codec/bigints.ts';
import { ByteReader, BytesError } from '../../codec/bytes.ts';
import type { JsonObject } from '../../codec/jsonText.ts';
import { ADDRESS_BYTES, type Address, address, addressOf } from '../address.ts';
import { readAddress } from '../wire.ts';
import { bincodeParser, type InstructionRow, row } from './instructionRow.ts';
import { type AccountParser, type AccountState, type InstructionParser, readVec, stateParser } from './parsed.ts';

export const LOOKUP_TABLE_PROGRAM: Address = address('AddressLookupTab1e1111111111111111111111111');

export interface LookupTable {
  /** undefined: the table is active */
  readonly deactivationSlot: bigint | undefined;
  readonly lastExtendedSlot: bigint;
  /** how many addresses there were before the slot of the last extension */
  readonly lastExtendedStartIndex: number;
  /** undefined: the table is frozen */
  readonly authority: Address | undefined;
  /** end to end */
  readonly addresses: Uint8Array;
}

const LOOKUP_TABLE = 1;
const ADDRESSES_OFFSET = 56;

/**
 * Reads the data of a lookup table account.
 *
 * | offset | field | type |
 * |---|---|---|
 * | 0 | tag | u32 |
 * | 4 | deactivation slot; the greatest u64 = active | u64 |
 * | 12 | last extended slot | u64 |
 * | 20 | last extended slot start index | u8 |
 * | 21 | authority | u8 0 or 1, the address after 1 |
 * | 56 | addresses | 32 bytes each, to the end |
 *
 * Source   solana address-lookup-table-interface 3.1
 * @throws BytesError
 */
export function decodeLookupTable(data: Uint8Array): LookupTable {
  const reader = new ByteReader(data);
  if (reader.u32() !== LOOKUP_TABLE) throw new BytesError('no lookup table', 0);
  const deactivationSlot = reader.u64();
  const lastExtendedSlot = reader.u64();
  const lastExtendedStartIndex = reader.u8();
  const authority = readAuthority(reader);
  const addresses = new ByteReader(data, ADDRESSES_OFFSET).rest();
  if (addresses.length % ADDRESS_BYTES !== 0)
    throw new BytesError(`${addresses.length} bytes are no whole number of addresses`, ADDRESSES_OFFSET);
  return {
    deactivationSlot: deactivationSlot === U64_MAX ? undefined : deactivationSlot,
    lastExtendedSlot,
    lastExtendedStartIndex,
    authority,
    addresses,
  };
}

/** The metadata has its full size even where there is none. */
function readAuthority(reader: ByteReader): Address | undefined {
  const tag = reader.u8();
  if (tag > 1) throw new BytesError('neither an authority nor none', reader.offset - 1);
  return tag === 1 ? addressOf(reader.take(ADDRESS_BYTES)) : undefined;
}

export function countAddresses({ addresses }: LookupTable): number {
  return addresses.length / ADDRESS_BYTES;
}

export function addressAt({ addresses }: LookupTable, index: number): Address {
  return addressOf(addresses.subarray(index * ADDRESS_BYTES, (index + 1) * ADDRESS_BYTES));
}

const STATES: readonly AccountState[] = [
  { type: 'uninitialized' },
  { type: 'lookupTable', info: ({ bytes }) => describeTable(bytes) },
];

/**
 * Reads a lookup table account.
 *
 * Source   agave 4.1 account-decoder; address-lookup-table-interface 3.1
 */
export const parseAddressLookupTableAccount: AccountParser = stateParser('address-lookup-table', STATES);

function describeTable(data: Uint8Array): JsonObject {
  const table = decodeLookupTable(data);
  return {
    deactivationSlot: `${table.deactivationSlot ?? U64_MAX}`,
    lastExtendedSlot: `${table.lastExtendedSlot}`,
    lastExtendedSlotStartIndex: table.lastExtendedStartIndex,
    authority: table.authority,
    addresses: Array.from({ length: countAddresses(table) }, (_, index) => addressAt(table, index)),
  };
}

/** Who pays for growth is shown only where both accounts of it are there. */
function payerOf([, , payerAccount, systemProgram]: readonly Address[]) {
  return systemProgram === undefined ? {} : { payerAccount, systemProgram };
}

/** By tag. */
const ROWS: readonly InstructionRow[] = [
  row('createLookupTable', ['lookupTableAccount', 'lookupTableAuthority', 'payerAccount', 'systemProgram'], (data) => ({
    recentSlot: data.u64(),
    bumpSeed: data.u8(),
  })),
  row('freezeLookupTable', ['lookupTableAccount', 'lookupTableAuthority']),
  {
    type: 'extendLookupTable',
    minAccounts: 2,
    info: (accounts, data) => ({
      lookupTableAccount: accounts[0],
      lookupTableAuthority: accounts[1],
      ...payerOf(accounts),
      newAddresses: readVec(data, readAddress),
    }),
  },
  row('deactivateLookupTable', ['lookupTableAccount', 'lookupTableAuthority']),
  row('closeLookupTable', ['lookupTableAccount', 'lookupTableAuthority', 'recipient']),
];

/** Source   solana address-lookup-table-interface 3.1; agave 4.1 transaction-status parse_address_lookup_table */
export const parseAddressLookupTableInstruction: InstructionParser = bincodeParser('address-lookup-table', ROWS);
