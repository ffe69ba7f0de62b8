import { unlessThrown } from '../../codec/unlessThrown.ts';
import type { NamedKey } from '../../ledger/state.ts';
import type { Address } from '../../solana/address.ts';
import { isWellKnown, WELL_KNOWN } from '../../solana/wellKnown.ts';
import { parseAddressExpression } from '../../syntax/addressExpression.ts';
import { ScriptError } from '../../syntax/scriptError.ts';
import type { AddressNode, KeyNode } from '../../syntax/values.ts';
import { ProgramError } from '../programError.ts';
import { type KeyPair, keyPairOf, namedKeyPair } from './namedKeys.ts';
import type { NameScope } from './nameScope.ts';
import { callsIn } from './nameUses.ts';
import { NewAddresses } from './newAddresses.ts';
import { resolveText } from './resolvedText.ts';

/**
 * Collects what names and mints mean before the first address is asked for.
 * @module
 */

/** A mint that a script makes. */
export interface NewMint {
  readonly mint: AddressNode;
  readonly program: AddressNode;
}

/** The parts of a scope. By default each of them is empty. */
export interface NameParts extends Omit<Partial<NameScope>, 'keys' | 'keyPairs' | 'newKeyPair' | 'ledgerNames'> {
  readonly ledgerNames?: NameScope['ledgerNames'] | undefined;
  /** keys by their names without dollar; of two with the same name, the last */
  readonly keys?: Iterable<readonly [name: string, key: NamedKey]>;
  /** mints of the script: the first one of an address says under which program its accounts are associated */
  readonly newMints?: Iterable<NewMint>;
}

/** @param newAddresses counts the addresses that are computed for the mints */
export function collectNames(
  { keys: namedKeys = [], ledgerNames = new Map(), newMints = [], programs = new Map(), tokenProgramOf }: NameParts,
  newAddresses: NewAddresses = new NewAddresses(),
): NameScope {
  const keys = new Map<string, Address>();
  const keyPairs = new Map<Address, KeyPair>();
  for (const [name, key] of namedKeys) {
    const keyPair = 'seed' in key ? keyPairOf(key.seed) : undefined;
    if (keyPair !== undefined) keyPairs.set(keyPair.address, keyPair);
    keys.set(name, 'address' in key ? key.address : keyPair!.address);
  }
  const scope = {
    keys,
    keyPairs,
    newKeyPair: newKeyPairs(),
    ledgerNames,
    programs,
    tokenProgramOf: tokenProgramOf ?? (() => undefined),
  };
  return withMints(scope, newMints, newAddresses);
}

/** Key pairs by name, each computed once: a script has more names than all ledgers remember together. */
function newKeyPairs(): NameScope['newKeyPair'] {
  const keyPairs = new Map<string, KeyPair>();
  return (name) => {
    const keyPair = keyPairs.get(name) ?? namedKeyPair(name);
    keyPairs.set(name, keyPair);
    return keyPair;
  };
}

/** The errors of an expression, which are reported where it is used. */
const MISTAKES = [ScriptError, ProgramError];

/** The scope with more mints. @param newAddresses counts the addresses that are computed for them */
export function withMints(scope: NameScope, newMints: Iterable<NewMint>, newAddresses: NewAddresses): NameScope {
  const programs = new Map<Address, Address>();
  const wider = { ...scope, tokenProgramOf: (mint: Address) => programs.get(mint) ?? scope.tokenProgramOf(mint) };
  const addressOf = ({ value }: AddressNode): Address | undefined =>
    unlessThrown(MISTAKES, () => resolveText(value, wider, newAddresses).address);
  // the address of a mint may follow from that of another one, which then has fewer derivations
  const mints = Array.from(newMints, (newMint) => ({ ...newMint, derivations: derivationCount(newMint.mint) }));
  for (const { mint, program } of mints.sort((a, b) => a.derivations - b.derivations)) {
    const [address, owner] = [mint, program].map(addressOf);
    if (address !== undefined && owner !== undefined && !programs.has(address)) programs.set(address, owner);
  }
  return Object.freeze(wider);
}

function derivationCount({ value }: AddressNode): number {
  const expression = unlessThrown([ScriptError], () => parseAddressExpression(value));
  return expression === undefined ? 0 : [...callsIn(expression)].length;
}

/** Keys by their names. A name that every cluster has is refused, and left out. */
export function* keysByName(nodes: Iterable<KeyNode>): Iterable<readonly [name: string, key: NamedKey]> {
  for (const { at, key, name } of nodes) {
    if (isWellKnown(name)) at.refuse(`$${name} is ${WELL_KNOWN[name]} already`, 'give the key another name');
    else yield [name, key];
  }
}
