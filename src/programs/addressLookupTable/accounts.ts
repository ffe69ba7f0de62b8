import { ByteReader } from '../../codec/byteReader.ts';
import type { JsonObject } from '../../codec/json.ts';
import { U64_MAX } from '../../codec/u64.ts';
import { addressAt, countAddresses, decodeLookupTable } from '../../model/lookupTable.ts';
import type { AccountParser } from '../parsed.ts';

interface State {
  readonly type: string;
  readonly info?: (data: Uint8Array) => JsonObject;
}

/** By the u32 tag that the account starts with. */
const STATES: readonly State[] = [{ type: 'uninitialized' }, { type: 'lookupTable', info: describeTable }];

/**
 * Reads a lookup table account.
 *
 * Source   agave 4.1 account-decoder; address-lookup-table-interface 3.1
 */
export const parseAddressLookupTableAccount: AccountParser = (data) => {
  const state = STATES[new ByteReader(data).u32()];
  return state && { program: 'address-lookup-table', parsed: { type: state.type, info: state.info?.(data) } };
};

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
