import { U64_MAX } from '../codec/bigints.ts';
import { ByteReader, BytesError } from '../codec/bytes.ts';
import { ADDRESS_BYTES, type Address, address, addressOf } from './address.ts';

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
