import { U64_MAX } from '../../codec/bigints.ts';
import type { JsonObject } from '../../codec/jsonText.ts';
import { type Decoder, u8, u64, vec } from '../../codec/struct.ts';
import type { Address } from '../address.ts';
import { addressAt, countAddresses, decodeLookupTable } from '../lookupTable.ts';
import { pubkey } from '../pubkey.ts';
import { type AccountState, bincodeParser, type InstructionRow, row, stateParser } from './instructionRow.ts';
import type { AccountParser, InstructionParser } from './parsed.ts';

const shownTable: Decoder<JsonObject> = {
  read({ bytes }) {
    const table = decodeLookupTable(bytes);
    return {
      deactivationSlot: `${table.deactivationSlot ?? U64_MAX}`,
      lastExtendedSlot: `${table.lastExtendedSlot}`,
      lastExtendedSlotStartIndex: table.lastExtendedStartIndex,
      authority: table.authority ?? undefined,
      addresses: Array.from({ length: countAddresses(table) }, (_, index) => addressAt(table, index)),
    };
  },
};

const STATES: readonly AccountState[] = [{ type: 'uninitialized' }, { type: 'lookupTable', info: shownTable }];

/** Source   agave 4.1 account-decoder; address-lookup-table-interface 3.1 */
export const parseAddressLookupTableAccount: AccountParser = stateParser('address-lookup-table', STATES);

const newAddresses = vec(pubkey);

/** The payer of a table's growth is shown only if both accounts are there. */
function payerOf([, , payerAccount, systemProgram]: readonly Address[]): JsonObject {
  return systemProgram === undefined ? {} : { payerAccount, systemProgram };
}

/** Instructions by tag. */
const ROWS: readonly InstructionRow[] = [
  row('createLookupTable', ['lookupTableAccount', 'lookupTableAuthority', 'payerAccount', 'systemProgram'], {
    recentSlot: u64,
    bumpSeed: u8,
  }),
  row('freezeLookupTable', ['lookupTableAccount', 'lookupTableAuthority']),
  {
    type: 'extendLookupTable',
    minAccounts: 2,
    info: (accounts, data) => ({
      lookupTableAccount: accounts[0],
      lookupTableAuthority: accounts[1],
      ...payerOf(accounts),
      newAddresses: newAddresses.read(data),
    }),
  },
  row('deactivateLookupTable', ['lookupTableAccount', 'lookupTableAuthority']),
  row('closeLookupTable', ['lookupTableAccount', 'lookupTableAuthority', 'recipient']),
];

/** Source   solana address-lookup-table-interface 3.1; agave 4.1 transaction-status parse_address_lookup_table */
export const parseAddressLookupTableInstruction: InstructionParser = bincodeParser('address-lookup-table', ROWS);
