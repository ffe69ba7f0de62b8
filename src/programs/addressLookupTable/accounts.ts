import { ByteReader, BytesError } from '../../codec/byteReader.ts';
import type { JsonObject } from '../../codec/json.ts';
import { ADDRESS_BYTES, type Address } from '../../model/address.ts';
import { readAddress, readList } from '../../model/wireParts.ts';
import { readOption } from '../bincode.ts';
import type { AccountParser } from '../parsed.ts';

interface State {
  readonly type: string;
  readonly info?: (data: ByteReader) => JsonObject;
}

/** By the u32 tag that the account starts with. */
const STATES: readonly State[] = [{ type: 'uninitialized' }, { type: 'lookupTable', info: readLookupTable }];

/** The metadata has its full size even where no authority is stored. */
const ADDRESSES_OFFSET = 56;

/**
 * Reads a lookup table account.
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
 * Source   agave 4.1 account-decoder; address-lookup-table-interface 3.1
 */
export const parseAddressLookupTableAccount: AccountParser = (data) => {
  const reader = new ByteReader(data);
  const state = STATES[reader.u32()];
  return state && { program: 'address-lookup-table', parsed: { type: state.type, info: state.info?.(reader) } };
};

function readLookupTable(data: ByteReader): JsonObject {
  return {
    deactivationSlot: `${data.u64()}`,
    lastExtendedSlot: `${data.u64()}`,
    lastExtendedSlotStartIndex: data.u8(),
    authority: readOption(data, readAddress),
    addresses: readAddresses(data.bytes),
  };
}

function readAddresses(bytes: Uint8Array): readonly Address[] {
  const area = new ByteReader(bytes, ADDRESSES_OFFSET).rest();
  if (area.length % ADDRESS_BYTES !== 0)
    throw new BytesError(`${area.length} bytes are no whole number of addresses`, ADDRESSES_OFFSET);
  return readList(new ByteReader(area), area.length / ADDRESS_BYTES, readAddress);
}
