import { didYouMean } from '../../codec/suggest.ts';
import { rpcErrors } from '../../errors.ts';
import type { LedgerNames, LedgerState } from '../../ledger/state.ts';
import { LedgerView } from '../../ledger/view.ts';
import type { Address } from '../../solana/address.ts';
import { WELL_KNOWN } from '../../solana/wellKnown.ts';
import { parseAddressExpression } from '../../syntax/addressExpression.ts';
import { type AddressNode, NO_REPORTS } from '../../syntax/values.ts';
import { tokenProgramOf } from '../accounts/tokens.ts';
import { type KeyPair, keysOf } from './namedKeys.ts';
import { MAX_NEW_ADDRESSES, Names } from './names.ts';
import { canBeTypo, namesIn, similarName } from './nameUses.ts';

/** The names of a ledger, in this process or in another. */
export interface NamedLedger {
  readonly names: LedgerNames;
  hasAccount(address: Address): boolean;
  /** undefined: the mint does not exist */
  tokenProgramOf(mint: Address): Address | undefined;
}

/** The names of a ledger at its processed tip. */
export function namedLedger(state: LedgerState): NamedLedger {
  const view = new LedgerView(state, 'processed', { keepOrphan: true });
  return {
    names: state.names,
    hasAccount: (address) => view.account(address) !== undefined,
    tokenProgramOf: (mint) => tokenProgramOf(view.account(mint)),
  };
}

/** The names that the scripts of a ledger set, and the token programs of its mints. */
export function namesOf({ names, tokenProgramOf }: NamedLedger): Names {
  const { addresses: ledgerNames, programs } = names;
  return new Names(keysOf(names), { tokenProgramOf, ledgerNames, maxNew: MAX_NEW_ADDRESSES, programs });
}

/**
 * The address of a node whose names the ledger has to know. It knows a name that a script uses, or whose address has an account.
 *
 * @throws RpcError unknownName
 */
export function resolveKnown(node: AddressNode, ledger: NamedLedger): Address | undefined {
  const { addresses, keys } = ledger.names;
  const names = namesOf(ledger);
  const address = names.resolve(node);
  if (address === undefined) return undefined;
  const isKnown = (name: string) =>
    Object.hasOwn(WELL_KNOWN, name) ||
    keys.has(name) ||
    addresses.has(`$${name}`) ||
    ledger.hasAccount(names.resolve({ value: `$${name}`, at: node.at })!);
  const unknown = namesIn(parseAddressExpression(node.value)).find((name) => !isKnown(name));
  if (unknown === undefined) return address;
  const similar = canBeTypo(unknown) ? similarName(unknown, ownNames(ledger)) : undefined;
  const hint =
    similar === undefined ? `keypair('${unknown}').address is that of a new name` : didYouMean(`$${similar}`);
  throw rpcErrors.unknownName(`the ledger knows no account \`$${unknown}\` (${hint})`);
}

/** The key pair of a name; undefined: it is not a name, or only its address is known. */
export function keyPairIn(names: LedgerNames, name: string): KeyPair | undefined {
  const ledgerNames = new Names(keysOf(names), { ledgerNames: names.addresses });
  const address = ledgerNames.resolve({ value: name, at: NO_REPORTS });
  return address && ledgerNames.signer(address);
}

function ownNames({ names: { addresses, keys } }: NamedLedger): readonly string[] {
  const usedNames = [...addresses.keys()].filter((text) => !text.includes('(')).map((text) => text.slice(1));
  return [...keys.keys(), ...usedNames].filter(canBeTypo);
}
