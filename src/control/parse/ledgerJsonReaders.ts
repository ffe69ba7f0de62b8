import { accountsFor, readExtensions } from '../../extensions/chosenExtensions.ts';
import { readFaults } from './parseFaults.ts';

/** Readers of those members of `ledger.json` that name methods, and the accounts that extensions need. */
export const LEDGER_JSON_READERS = { readFaults, readExtensions, accountsFor };
