import type { Address } from '../../solana/address.ts';
import { isWellKnown, WELL_KNOWN } from '../../solana/wellKnown.ts';
import { nameText } from '../../syntax/addressExpressionText.ts';
import { type KeyPair, namedKeyPair } from './namedKeys.ts';
import type { IdlPrograms } from './programNames.ts';

/**
 * The meaning of names and mints in one script or call. It is complete before the first address is asked for and never changes, so that an
 * expression always has the same address. `collectNames.ts` makes it.
 */
export interface NameScope {
  /** the addresses of keys that scripts set, by their names without dollar */
  readonly keys: ReadonlyMap<string, Address>;
  /** the key pairs of those whose secret is known */
  readonly keyPairs: ReadonlyMap<Address, KeyPair>;
  /** the key pair that follows from a new name; the same one is computed once */
  readonly newKeyPair: (name: string) => KeyPair;
  /** names that the ledger has already, with their dollar, and derivations */
  readonly ledgerNames: ReadonlyMap<string, Address>;
  /** programs with an IDL, by name */
  readonly programs: IdlPrograms;
  /** the token program of a mint; undefined: the mint does not exist */
  readonly tokenProgramOf: (mint: Address) => Address | undefined;
}

/** The address of a name, without its dollar. A name that is new is a key that follows from it. */
export function addressOfName(name: string, scope: NameScope): Address {
  return knownAddressOfName(name, scope) ?? scope.newKeyPair(name).address;
}

/** The address of a name, without its dollar; undefined: the name is new. */
export function knownAddressOfName(name: string, { keys, ledgerNames }: NameScope): Address | undefined {
  return keys.get(name) ?? (isWellKnown(name) ? WELL_KNOWN[name] : ledgerNames.get(nameText(name)));
}

/** The key pair of an address that has a name; undefined: its secret is unknown, or its name is new. */
export function keyPairAt(address: Address, { keyPairs, keys, ledgerNames }: NameScope): KeyPair | undefined {
  const keyPair = keyPairs.get(address);
  const text = keyPair === undefined ? ledgerTextOf(address, ledgerNames) : undefined;
  if (text === undefined || isDerivation(text) || keys.has(text.slice(1))) return keyPair;
  const namedPair = namedKeyPair(text);
  return namedPair.address === address ? namedPair : undefined;
}

/** Names of the ledger without their dollar; derivations are left out. */
export function* plainNames(ledgerNames: NameScope['ledgerNames']): Iterable<string> {
  for (const text of ledgerNames.keys()) if (!isDerivation(text)) yield text.slice(1);
}

const textsByAddress = new WeakMap<NameScope['ledgerNames'], ReadonlyMap<Address, string>>();

/** The text that the ledger has for an address: `$alice` or `$ata(alice,usdc)`. */
export function ledgerTextOf(address: Address, ledgerNames: NameScope['ledgerNames']): string | undefined {
  let texts = textsByAddress.get(ledgerNames);
  if (texts === undefined) {
    texts = new Map(Array.from(ledgerNames, ([text, address]) => [address, text]));
    textsByAddress.set(ledgerNames, texts);
  }
  return texts.get(address);
}

function isDerivation(text: string): boolean {
  return text.includes('(');
}
