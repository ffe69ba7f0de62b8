import type { LedgerState } from '../../ledger/state.ts';
import { LedgerView } from '../../ledger/view.ts';
import type { Address } from '../../model/address.ts';
import { tokenProgramOf } from '../../runtime/accounts/tokens.ts';
import { addressText, type Key } from '../../script/building/keys.ts';
import { keysOf } from '../../script/compiling/keysOf.ts';
import { Names } from '../../script/compiling/names/names.ts';
import type { Place } from '../../script/format/types.ts';

/** The names of a ledger: those that its scripts set, and the token programs of its mints at the processed tip. */
export function namesOf(state: LedgerState): Names {
  const view = new LedgerView(state, 'processed', { keepOrphan: true });
  const programOf = (mint: Address) => tokenProgramOf(view.account(mint));
  return new Names(keysOf(state.names), programOf, state.names.addresses);
}

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
