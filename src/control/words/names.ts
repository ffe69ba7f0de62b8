import type { LedgerState } from '../../ledger/state.ts';
import type { Address } from '../../model/address.ts';
import { addressText, type Key } from '../../script/building/keys.ts';
import { namesOf } from '../../script/compiling/names/ledgerNames.ts';
import type { Place } from '../../script/format/types.ts';

const THROWING: Place = {
  refuse: (message, hint) => {
    throw new TypeError(hint === undefined ? message : `${message} (${hint})`);
  },
  warn: () => undefined,
};

/**
 * The address that a name or another key of the builder stands for in a ledger.
 *
 * @throws TypeError where it is none
 */
export function addressIn(state: LedgerState, key: Key): Address {
  // THROWING throws where there is none
  return namesOf(state).resolve({ value: addressText(key), at: THROWING })!;
}
