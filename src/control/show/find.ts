import { laterOf } from '../../codec/bigints.ts';
import { nearest } from '../../codec/text.ts';
import type { LedgerState } from '../../ledger/state.ts';
import { namedLedger, namesOf } from '../../runtime/names/ledgerNames.ts';
import { namesIn } from '../../runtime/names/nameUses.ts';
import { type Address, isAddressText, isSignatureText, type Signature } from '../../solana/address.ts';
import type { LedgerTransaction } from '../../solana/block.ts';
import { WELL_KNOWN } from '../../solana/wellKnown.ts';
import { parseAddressExpression } from '../../syntax/addressExpression.ts';
import { ScriptError } from '../../syntax/scriptError.ts';
import type { Place } from '../../syntax/values.ts';
import type { Scene } from './scene.ts';

export type Thing =
  | { readonly kind: 'account'; readonly address: Address }
  | { readonly kind: 'transaction'; readonly transaction: LedgerTransaction }
  | { readonly kind: 'slot'; readonly slot: bigint };

/** The ledger has nothing with this name. */
export class NotFoundError extends Error {}

/**
 * What a word of the command line means: a slot, a `$name` or another word of scripts, a signature, an address, the name of a
 * transaction, or the beginning of a signature or an address.
 *
 * @param note follows the error for a word without a form of its own, which may have been meant as a path
 * @throws NotFoundError
 */
export function find(word: string, scene: Scene, note = ''): Thing {
  // the system program's address consists of digits
  const key = findKey(word, scene);
  if (key !== undefined) return key;
  if (/^\d+$/.test(word)) return findSlot(word, scene);
  if (word.startsWith('$')) return findName(word, scene);
  const [signature] = scene.state.names.signatures.get(word) ?? [];
  if (signature !== undefined) return findSignature(signature, scene);
  const found = findBeginning(word, scene);
  if (found !== undefined) return found;
  return refuse(`the ledger has nothing that is called \`${word}\`${note}`, nearName(word, scene.state));
}

/** @param meant a similar name */
function refuse(what: string, meant?: string | undefined): never {
  throw new NotFoundError(meant === undefined ? what : `${what}; did you mean ${meant}?`);
}

function findSlot(word: string, { state: { history }, view }: Scene): Thing {
  const slot = BigInt(word);
  const { firstSlot, lastSlot } = history;
  if (firstSlot === undefined || lastSlot === undefined) return refuse('the ledger has no slots');
  const last = laterOf(lastSlot, view.slot);
  const isKnown = slot >= firstSlot && slot <= last;
  return isKnown
    ? { kind: 'slot', slot }
    : refuse(`the ledger has no slot ${word}: its slots are ${firstSlot} to ${last}`);
}

function findName(word: string, { state }: Scene): Thing {
  const known = state.names.addresses.get(word);
  if (known !== undefined) return { kind: 'account', address: known };
  for (const name of namesWithin(word)) requireKnown(name, state);
  // THROWING throws where there is no address
  return { kind: 'account', address: namesOf(namedLedger(state)).resolve({ value: word, at: THROWING })! };
}

const THROWING: Place = {
  refuse: (message, hint) => refuse(hint === undefined ? message : `${message} (${hint})`),
  warn: () => undefined,
};

function namesWithin(word: string): readonly string[] {
  try {
    return namesIn(parseAddressExpression(word));
  } catch (error) {
    if (error instanceof ScriptError) THROWING.refuse(error.message, error.hint);
    throw error;
  }
}

/** In a script any name is a key; here it has to be one that the ledger knows. */
function requireKnown(name: string, state: LedgerState): void {
  const { addresses, keys } = state.names;
  if (addresses.has(`$${name}`) || keys.has(name) || Object.hasOwn(WELL_KNOWN, name)) return;
  refuse(`the ledger has no account that is called \`$${name}\``, nearName(`$${name}`, state));
}

function findSignature(signature: Signature, scene: Scene): Thing {
  const { state, view } = scene;
  const [ordinal] = state.history.ordinalsOf(signature);
  // of a transaction in several slots, the one that is on the chain
  const transaction =
    view.transaction(signature) ?? (ordinal === undefined ? undefined : state.history.transactionAt(ordinal));
  if (transaction !== undefined) return { kind: 'transaction', transaction };
  return refuse(`the ledger has no transaction ${signature}`);
}

function findAddress(address: Address, scene: Scene): Thing {
  const { state, view, words } = scene;
  const [ordinal] = state.history.ordinalsDown(address, state.history.transactionCount);
  const isKnown =
    ordinal !== undefined ||
    words.of(address) !== null ||
    view.account(address) !== undefined ||
    state.accounts.toTable().addresses().has(address);
  return isKnown
    ? { kind: 'account', address }
    : refuse(`the ledger has no account ${address}, and no transaction names it`);
}

/** Fewer characters are more likely a misspelled name. */
const SHORTEST_BEGINNING = 4;

/** Shortened signatures and addresses are shown with an ellipsis. */
function findBeginning(word: string, scene: Scene): Thing | undefined {
  const beginning = word.replace(/…$/, '');
  if (beginning.length < SHORTEST_BEGINNING) return undefined;
  const found = [...allKeys(scene)].filter((key) => key.startsWith(beginning));
  if (found.length > 1)
    refuse(`several signatures and addresses begin with \`${word}\`: ${found.slice(0, 3).join(', ')}`);
  return found[0] === undefined ? undefined : findKey(found[0], scene);
}

/** In the order of the ledger; addresses that only transactions name are among them. */
function allKeys({ state, view }: Scene): ReadonlySet<string> {
  const keys = new Set<string>([...state.accounts.toTable().addresses(), ...state.names.addresses.values()]);
  for (const { address } of view.accounts.values()) keys.add(address);
  for (const { accountKeys, signature } of state.history.transactions()) {
    keys.add(signature);
    for (const key of accountKeys) keys.add(key);
  }
  return keys;
}

function findKey(text: string, scene: Scene): Thing | undefined {
  if (isSignatureText(text)) return findSignature(text as Signature, scene);
  return isAddressText(text) ? findAddress(text as Address, scene) : undefined;
}

/** The name of an account or a transaction that was probably meant, with the mark that it has. */
function nearName(word: string, { names: { addresses, signatures } }: LedgerState): string | undefined {
  const bare = bareName(word);
  if (signatures.has(bare)) return bare;
  const wellKnown = Object.keys(WELL_KNOWN).map((name) => `$${name}`);
  // they are in every ledger, so a short word must be closer to one
  const maxEdits = Math.min(2, Math.floor(bare.length / 3));
  return nearestName(bare, [...addresses.keys(), ...signatures.keys()]) ?? nearestName(bare, wellKnown, maxEdits);
}

/** Compares names without their marks. */
function nearestName(bare: string, names: readonly string[], maxEdits?: number): string | undefined {
  const byBareName = new Map(names.map((name) => [bareName(name), name]));
  const found = nearest(bare, byBareName.keys(), maxEdits);
  return found === undefined ? undefined : byBareName.get(found);
}

function bareName(name: string): string {
  return name.replace(/^\$/, '');
}
