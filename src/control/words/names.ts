import type { LedgerState } from '../../ledger/state.ts';
import type { Address } from '../../model/address.ts';
import { addressText, type Key } from '../../script/building/keys.ts';
import { namesOf, resolveKnown } from '../../script/compiling/names/ledgerNames.ts';
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
 * @throws TypeError where it is none, and for a name that the ledger does not know and that resembles one that it does
 */
export function addressIn(state: LedgerState, key: Key): Address {
  // THROWING throws where there is none
  const word = { value: addressText(key), at: THROWING };
  // the key of `keypair` is meant as it is
  return (typeof key === 'string' ? resolveKnown(word, state) : namesOf(state).resolve(word))!;
}
