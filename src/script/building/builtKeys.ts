import { signatureIn } from '../../ledger/namedSignature.ts';
import { type NamedLedger, namesOf, resolveKnown } from '../../runtime/names/ledgerNames.ts';
import type { Address } from '../../solana/address.ts';
import type { Place } from '../../syntax/values.ts';
import { addressText, isDerived, type Key } from './keyBuilders.ts';

const THROWING: Place = {
  refuse: (message, hint) => {
    throw new TypeError(hint === undefined ? message : `${message} (${hint})`);
  },
  warn: () => undefined,
};

/**
 * The address of a name, or of another key of the builder, in a ledger.
 *
 * @throws TypeError where it is none
 * @throws RpcError unknownName for a name that the ledger does not know
 */
export function addressIn(ledger: NamedLedger, key: Key): Address {
  // THROWING throws where there is none
  const word = { value: addressText(key), at: THROWING };
  // the address of `keypair` is used without a look at the ledger
  return (typeof key === 'string' || isDerived(key) ? resolveKnown(word, ledger) : namesOf(ledger).resolve(word))!;
}

/** @throws TypeError, or RpcError unknownName for an unknown name */
export function namedSignature(ledger: Pick<NamedLedger, 'names'>, name: string, copy = 0): string {
  if (typeof name !== 'string') throw new TypeError(`\`name\` must be a string, not ${typeof name}`);
  return signatureIn(ledger, name, copy);
}
