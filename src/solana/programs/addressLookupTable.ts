import { U64_MAX } from '../../codec/bigints.ts';
import type { JsonObject } from '../../codec/jsonText.ts';
import type { Address } from '../address.ts';
import { addressAt, countAddresses, decodeLookupTable } from '../lookupTable.ts';
import { readAddress } from '../wire.ts';
import { bincodeParser, type InstructionRow, row } from './instructionRow.ts';
import { type AccountParser, type AccountState, type InstructionParser, readVec, stateParser } from './parsed.ts';

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
