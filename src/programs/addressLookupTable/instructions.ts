import type { Address } from '../../model/address.ts';
import { readAddress } from '../../model/wireParts.ts';
import { readVec } from '../bincode.ts';
import { bincodeParser, type InstructionRow, row } from '../instructionRow.ts';
import type { InstructionParser } from '../parsed.ts';

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
