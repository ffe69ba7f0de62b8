import { signatureIn } from '../../ledger/namedSignature.ts';
import { type NamedLedger, resolveIn, resolveKnown } from '../../runtime/names/ledgerNames.ts';
import type { Address } from '../../solana/address.ts';
import { THROWING_PLACE } from '../../syntax/throwingPlace.ts';
import { addressText, isDerived, type Key } from './keyBuilders.ts';

/**
 * The address of a name, or of another key of the builder, in a ledger.
 *
 * @throws TypeError if the key has no address
 * @throws RpcError unknownName for a name that the ledger does not know
 */
export function addressIn(ledger: NamedLedger, key: Key): Address {
  // THROWING_PLACE throws where `resolve` would return undefined
  const node = { value: addressText(key), at: THROWING_PLACE };
  // the ledger need not know the name of a `keypair`
  return (typeof key === 'string' || isDerived(key) ? resolveKnown(ledger, node) : resolveIn(ledger, node))!;
}

/** @throws TypeError, or RpcError unknownName for an unknown name */
export function namedSignature(ledger: Pick<NamedLedger, 'names'>, name: string, copy = 0): string {
  if (typeof name !== 'string') throw new TypeError(`\`name\` must be a string, not ${typeof name}`);
  return signatureIn(ledger, name, copy);
}
