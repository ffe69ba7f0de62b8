import type { Address } from '../../model/address.ts';
import { readAddress } from '../../model/wireParts.ts';
import { readVec } from '../bincode.ts';
import { bincodeParser, type InstructionRow } from '../instructionRow.ts';
import type { InstructionParser } from '../parsed.ts';

/** Who pays for growth is shown only where both accounts of it are there. */
function payerOf([, , payerAccount, systemProgram]: readonly Address[]) {
  return systemProgram === undefined ? {} : { payerAccount, systemProgram };
}

/** By tag. */
const ROWS: readonly InstructionRow[] = [
  {
    type: 'createLookupTable',
    minAccounts: 4,
    info: ([lookupTableAccount, lookupTableAuthority, payerAccount, systemProgram], data) => ({
      lookupTableAccount,
      lookupTableAuthority,
      payerAccount,
      systemProgram,
      recentSlot: data.u64(),
      bumpSeed: data.u8(),
    }),
  },
  {
    type: 'freezeLookupTable',
    minAccounts: 2,
    info: ([lookupTableAccount, lookupTableAuthority]) => ({ lookupTableAccount, lookupTableAuthority }),
  },
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
  {
    type: 'deactivateLookupTable',
    minAccounts: 2,
    info: ([lookupTableAccount, lookupTableAuthority]) => ({ lookupTableAccount, lookupTableAuthority }),
  },
  {
    type: 'closeLookupTable',
    minAccounts: 3,
    info: ([lookupTableAccount, lookupTableAuthority, recipient]) => ({
      lookupTableAccount,
      lookupTableAuthority,
      recipient,
    }),
  },
];

/** Source   solana address-lookup-table-interface 3.1; agave 4.1 transaction-status parse_address_lookup_table */
export const parseAddressLookupTableInstruction: InstructionParser = bincodeParser('address-lookup-table', ROWS);
