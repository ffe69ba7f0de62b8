import { nearest } from '../../codec/nearest.ts';
import { laterOf } from '../../ledger/slots.ts';
import type { Address, Signature } from '../../model/address.ts';
import type { LedgerTransaction } from '../../model/block.ts';
import { WELL_KNOWN } from '../../script/compiling/names/wellKnown.ts';
import { addressOfName, UnknownNameError } from './addressOfName.ts';
import { keyKind } from './keyKind.ts';
import { keysLike, keysThatBegin } from './keySearch.ts';
import type { Scene } from './scene.ts';

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
