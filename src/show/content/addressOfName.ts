import { nearest } from '../../codec/nearest.ts';
import type { LedgerState } from '../../ledger/state.ts';
import type { Address } from '../../model/address.ts';
import { parseAddressExpression } from '../../script/compiling/names/addressExpression.ts';
import { namesOf } from '../../script/compiling/names/ledgerNames.ts';
import { namesIn } from '../../script/compiling/names/nameUses.ts';
import { WELL_KNOWN } from '../../script/compiling/names/wellKnown.ts';
import { ScriptError } from '../../script/compiling/scriptError.ts';
import type { Place } from '../../script/format/types.ts';

/** No script of the ledger uses a name, or the words are none. */
export class UnknownNameError extends Error {
  /** the name that was probably meant */
  readonly meant: string | undefined;
  constructor(message: string, meant?: string | undefined) {
    super(message);
    this.meant = meant;
  }
}

const THROWING: Place = {
  refuse: (message, hint) => {
    throw new UnknownNameError(hint === undefined ? message : `${message} (${hint})`);
  },
  warn: () => undefined,
};

/**
 * The address of a name, or of a derivation such as `$ata(alice,usdc)`. In a script any name is a key; here it has to be one that
 * the ledger knows.
 *
 * @throws UnknownNameError
 */
export function addressOfName(word: string, state: LedgerState): Address {
  const known = state.names.addresses.get(word);
  if (known !== undefined) return known;
  for (const name of namesWithin(word)) requireKnown(name, state);
  // THROWING throws where there is none
  return namesOf(state).resolve({ value: word, at: THROWING })!;
}

function requireKnown(name: string, { names }: LedgerState): void {
  if (names.addresses.has(`$${name}`) || names.keys.has(name) || Object.hasOwn(WELL_KNOWN, name)) return;
  const candidates = [...names.addresses.keys()].filter((word) => !word.includes('('));
  const meant = names.signatures.has(name) ? name : nearest(`$${name}`, candidates);
  throw new UnknownNameError(`the ledger has no account that is called \`$${name}\``, meant);
}

function namesWithin(word: string): readonly string[] {
  try {
    return namesIn(parseAddressExpression(word));
  } catch (error) {
    if (error instanceof ScriptError) THROWING.refuse(error.message, error.hint);
    throw error;
  }
}
