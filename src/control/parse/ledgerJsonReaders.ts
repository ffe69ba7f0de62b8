import { readExtensions } from '../../extensions/chosenExtensions.ts';
import { readFaults } from './parseFaults.ts';

/** Readers of those members of `ledger.json` that name methods. */
export const LEDGER_JSON_READERS = { readFaults, readExtensions };
