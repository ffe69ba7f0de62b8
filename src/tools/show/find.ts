import { laterOf } from '../../codec/bigints.ts';
import { nearest } from '../../codec/text.ts';
import { namesOf } from '../../fixtures/script/compiling/initialAccounts.ts';
import { parseAddressExpression } from '../../fixtures/script/compiling/names/addressExpression.ts';
import { namesIn } from '../../fixtures/script/compiling/names/nameUses.ts';
import { ScriptError } from '../../fixtures/script/compiling/scriptError.ts';
import type { Place } from '../../fixtures/script/format/values.ts';
import type { LedgerState } from '../../ledger/state.ts';
import { type Address, isAddressText, isSignatureText, type Signature } from '../../solana/address.ts';
import type { LedgerTransaction } from '../../solana/block.ts';
import { WELL_KNOWN } from '../../solana/wellKnown.ts';
import type { Scene } from './scene.ts';

/** No script of the ledger uses a name, or the words are none. */
class UnknownNameError extends Error {
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
function addressOfName(word: string, state: LedgerState): Address {
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

/** What a text is by its form: 64 or 32 bytes of base58; undefined: neither. */
export function keyKind(text: string): 'signature' | 'address' | undefined {
  if (isSignatureText(text)) return 'signature';
  return isAddressText(text) ? 'address' : undefined;
}

/**
 * Signatures and addresses that resemble a word.
 * @module
 */

/** Fewer characters are more likely a misspelt name. */
const SHORTEST_BEGINNING = 4;
/** Of a key that was copied wrong, one end is usually right. */
const SAME_END = 4;
const MAX_WRONG = 4;

/** In the order of the ledger; addresses that only transactions name are among them. */
function keysThatBegin(beginning: string, scene: Scene): readonly string[] {
  if (beginning.length < SHORTEST_BEGINNING) return [];
  return [...allKeys(scene)].filter((key) => key.startsWith(beginning));
}

/** Undefined: there is none that is nearly the same. */
function keysLike(key: string, scene: Scene): string | undefined {
  const [start, end] = [key.slice(0, SAME_END), key.slice(-SAME_END)];
  const candidates = [...allKeys(scene)].filter((other) => other.startsWith(start) || other.endsWith(end));
  return nearest(key, candidates, MAX_WRONG);
}

function allKeys({ state, view }: Scene): ReadonlySet<string> {
  const keys = new Set<string>([...state.accounts.toTable().addresses(), ...state.names.addresses.values()]);
  for (const { address } of view.accounts.values()) keys.add(address);
  for (const { accountKeys, signature } of state.history.transactions()) {
    keys.add(signature);
    for (const key of accountKeys) keys.add(key);
  }
  return keys;
}

/** One thing of a ledger. */
export type Thing =
  | { readonly kind: 'account'; readonly address: Address }
  | { readonly kind: 'transaction'; readonly transaction: LedgerTransaction }
  | { readonly kind: 'slot'; readonly slot: bigint };

/** The ledger has nothing of a name. */
export class NotFoundError extends Error {
  readonly what: string;
  /** undefined: nothing is near */
  readonly meant: string | undefined;
  /** it is not even the form of something: it may have been meant as a path */
  readonly isAnyWord: boolean;
  constructor(what: string, meant?: string | undefined, isAnyWord = false) {
    super(notFoundText(what, meant));
    this.what = what;
    this.meant = meant;
    this.isAnyWord = isAnyWord;
  }
}

export function notFoundText(what: string, meant: string | undefined): string {
  return meant === undefined ? what : `${what}; did you mean ${meant}?`;
}

/**
 * What a word of the command line means: a slot, a `$name` or another word of scripts, a signature, an address, the name of a
 * transaction, or the beginning of a signature or an address.
 *
 * @throws NotFoundError
 */
export function find(word: string, scene: Scene): Thing {
  // the system program's address consists of digits
  const key = findKey(word, scene);
  if (key !== undefined) return key;
  if (/^\d+$/.test(word)) return findSlot(word, scene);
  if (word.startsWith('$')) return findName(word, scene);
  const [signature] = scene.state.names.signatures.get(word) ?? [];
  if (signature !== undefined) return findSignature(signature, scene);
  const found = findBeginning(word, scene);
  if (found !== undefined) return found;
  throw new NotFoundError(`the ledger has nothing that is called \`${word}\``, nearName(word, scene), true);
}

function refuse(what: string, meant?: string | undefined): never {
  throw new NotFoundError(what, meant);
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

function findName(word: string, scene: Scene): Thing {
  try {
    return { kind: 'account', address: addressOfName(word, scene.state) };
  } catch (error) {
    if (!(error instanceof UnknownNameError)) throw error;
    return refuse(error.message, error.meant ?? nearName(word, scene));
  }
}

function findSignature(signature: Signature, scene: Scene): Thing {
  const { state, view } = scene;
  const [ordinal] = state.history.ordinalsOf(signature);
  // of a transaction in several slots, the one that is on the chain
  const transaction =
    view.transaction(signature) ?? (ordinal === undefined ? undefined : state.history.transactionAt(ordinal));
  if (transaction !== undefined) return { kind: 'transaction', transaction };
  return refuse(`the ledger has no transaction ${signature}`, keysLike(signature, scene));
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
    : refuse(`the ledger has no account ${address}, and no transaction names it`, keysLike(address, scene));
}

/** As shortened signatures and addresses are shown, with an ellipsis or without. */
function findBeginning(word: string, scene: Scene): Thing | undefined {
  const found = keysThatBegin(word.replace(/…$/, ''), scene);
  if (found.length > 1)
    refuse(`several signatures and addresses begin with \`${word}\`: ${found.slice(0, 3).join(', ')}`);
  const [key] = found;
  if (key === undefined) return undefined;
  return findKey(key, scene);
}

function findKey(text: string, scene: Scene): Thing | undefined {
  const kind = keyKind(text);
  if (kind === 'signature') return findSignature(text as Signature, scene);
  return kind === 'address' ? findAddress(text as Address, scene) : undefined;
}

/** Of accounts and of transactions. */
function nearName(word: string, { state }: Scene): string | undefined {
  const { addresses, signatures } = state.names;
  const own = [...addresses.keys(), ...signatures.keys()];
  if (signatures.has(word.slice(1))) return word.slice(1);
  if (addresses.has(`$${word}`)) return `$${word}`;
  return (
    nearest(word, own) ??
    nearest(
      word,
      Object.keys(WELL_KNOWN).map((name) => `$${name}`),
      2,
    )
  );
}
