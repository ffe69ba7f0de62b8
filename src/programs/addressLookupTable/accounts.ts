import type { JsonObject } from '../../codec/json.ts';
import { U64_MAX } from '../../codec/u64.ts';
import { addressAt, countAddresses, decodeLookupTable } from '../../model/lookupTable.ts';
import { type AccountState, stateParser } from '../accountState.ts';
import type { AccountParser } from '../parsed.ts';

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
