import type { LedgerState } from '../../../ledger/state.ts';
import { LedgerView } from '../../../ledger/view.ts';
import type { Address } from '../../../model/address.ts';
import { tokenProgramOf } from '../../../runtime/accounts/tokens.ts';
import type { AddressWord } from '../../format/types.ts';
import { keysOf } from '../keysOf.ts';
import { parseAddressExpression } from './addressExpression.ts';
import { MAX_NEW_ADDRESSES, Names } from './names.ts';
import { canBeTypo, namesIn, similarName } from './nameUses.ts';
import { WELL_KNOWN } from './wellKnown.ts';

/** The names of a ledger: those that its scripts set, and the token programs of its mints at the processed tip. */
export function namesOf(state: LedgerState): Names {
  const view = new LedgerView(state, 'processed', { keepOrphan: true });
  const programOf = (mint: Address) => tokenProgramOf(view.account(mint));
  return new Names(keysOf(state.names), programOf, state.names.addresses, MAX_NEW_ADDRESSES);
}

/** Of one word; a bound, because each is compared with the names of the ledger. */
const CHECKED_NAMES = 8;

/**
 * The address of a word whose names the ledger should know: one that it does not know is refused if it resembles one that it does.
 * Any other is a new key.
 */
export function resolveKnown(word: AddressWord, state: LedgerState): Address | undefined {
  const names = namesOf(state);
  const address = names.resolve(word);
  if (address === undefined) return undefined;
  const view = new LedgerView(state, 'processed', { keepOrphan: true });
  const isKnown = (name: string) =>
    Object.hasOwn(WELL_KNOWN, name) ||
    state.names.keys.has(name) ||
    state.names.addresses.has(`$${name}`) ||
    view.account(names.resolve({ value: `$${name}`, at: word.at })!) !== undefined;
  const unknown = namesIn(parseAddressExpression(word.value))
    .slice(0, CHECKED_NAMES)
    .filter((name) => canBeTypo(name) && !isKnown(name));
  for (const name of unknown) {
    const similar = similarName(name, ownNames(state));
    if (similar !== undefined)
      return word.at.refuse(`the ledger knows no account \`$${name}\``, `did you mean $${similar}?`);
  }
  return address;
}

function ownNames({ names: { addresses, keys } }: LedgerState): readonly string[] {
  const used = [...addresses.keys()].filter((word) => !word.includes('(')).map((word) => word.slice(1));
  return [...keys.keys(), ...used].filter(canBeTypo);
}
