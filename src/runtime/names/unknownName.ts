import { suggest } from '../../codec/suggest.ts';
import type { Address } from '../../solana/address.ts';
import { addressOfName, knownAddressOfName, type NameScope, plainNames } from './nameScope.ts';
import type { ResolvedText } from './resolvedText.ts';

/**
 * Names that a ledger does not know. It knows a name that a script uses, or whose address has an account.
 * @module
 */

/** The first name in an address that the ledger does not know. @param isMade whether the ledger has an account */
export function unknownName(
  { names }: ResolvedText,
  scope: NameScope,
  isMade: (address: Address) => boolean,
): string | undefined {
  return names.find((name) => knownAddressOfName(name, scope) === undefined && !isMade(addressOfName(name, scope)));
}

/** The error about a name that the ledger does not know: its message and its hint. */
export function unknownNameTexts(name: string, scope: NameScope): [message: string, hint: string] {
  const similar = suggest(name, ownNames(scope), (ownName) => `$${ownName}`);
  return [`the ledger knows no account \`$${name}\``, similar ?? `keypair('${name}').address is that of a new name`];
}

function ownNames({ keys, ledgerNames }: NameScope): Iterable<string> {
  return new Set([...keys.keys(), ...plainNames(ledgerNames)]);
}
