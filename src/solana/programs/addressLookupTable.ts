import { U64_MAX } from '../../codec/bigints.ts';
import type { JsonObject } from '../../codec/jsonText.ts';
import { type Decoder, u8, u64, vec } from '../../codec/struct.ts';
import type { Address } from '../address.ts';
import { countAddresses, decodeLookupTable, tableAddressAt } from '../lookupTable.ts';
import { pubkey } from '../pubkey.ts';
import { bincodeParser, row, shownBy, stateParser, type TaggedState } from './instructionRow.ts';
import type { AccountParser, InstructionParser } from './parserTypes.ts';

const shownTable: Decoder<JsonObject> = {
  read({ bytes }) {
    const table = decodeLookupTable(bytes);
    return {
      deactivationSlot: `${table.deactivationSlot ?? U64_MAX}`,
      lastExtendedSlot: `${table.lastExtendedSlot}`,
      lastExtendedSlotStartIndex: table.lastExtendedStartIndex,
      authority: table.authority ?? undefined,
      addresses: Array.from({ length: countAddresses(table) }, (_, index) => tableAddressAt(table, index)),
    };
  },
};

const STATES: readonly TaggedState[] = [{ type: 'uninitialized' }, { type: 'lookupTable', info: shownTable }];

/** Source   agave 4.1 account-decoder; address-lookup-table-interface 3.1 */
export const parseAddressLookupTableAccount: AccountParser = stateParser('address-lookup-table', STATES);

/** The payer of a table's growth is shown only if both accounts are there. */
function payerOf([, , payerAccount, systemProgram]: readonly Address[]): JsonObject {
  return systemProgram === undefined ? {} : { payerAccount, systemProgram };
}

/** Instructions by tag. */
export const LOOKUP_TABLE_ROWS = [
  row('createLookupTable', ['lookupTableAccount w', 'lookupTableAuthority', 'payerAccount sw', 'systemProgram'], {
    recentSlot: u64,
    bumpSeed: u8,
  }),
  row('freezeLookupTable', ['lookupTableAccount w', 'lookupTableAuthority s']),
  shownBy(
    row('extendLookupTable', ['lookupTableAccount w', 'lookupTableAuthority s', 'payerAccount? sw', 'systemProgram?'], {
      newAddresses: vec(pubkey),
    }),
    (accounts, args) => ({
      lookupTableAccount: accounts[0],
      lookupTableAuthority: accounts[1],
      ...payerOf(accounts),
      ...args,
    }),
  ),
  row('deactivateLookupTable', ['lookupTableAccount w', 'lookupTableAuthority s']),
  row('closeLookupTable', ['lookupTableAccount w', 'lookupTableAuthority s', 'recipient w']),
];

/** Source   solana address-lookup-table-interface 3.1; agave 4.1 transaction-status parse_address_lookup_table */
export const parseAddressLookupTableInstruction: InstructionParser = bincodeParser(
  'address-lookup-table',
  LOOKUP_TABLE_ROWS,
);
