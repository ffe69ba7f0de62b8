import { maxOf } from '../../codec/bigints.ts';
import { didYouMean, nearest } from '../../codec/suggest.ts';
import type { LedgerState } from '../../ledger/state.ts';
import type { SentRecord } from '../../live/sentLog.ts';
import { namedLedger, resolveIn } from '../../runtime/names/ledgerNames.ts';
import { namesIn } from '../../runtime/names/nameUses.ts';
import { type Address, isAddressText, isSignatureText, type Signature } from '../../solana/address.ts';
import type { LedgerTransaction } from '../../solana/block.ts';
import { isWellKnown, WELL_KNOWN } from '../../solana/wellKnown.ts';
import { parseAddressExpression } from '../../syntax/addressExpression.ts';
import { ScriptError } from '../../syntax/scriptError.ts';
import type { Place } from '../../syntax/values.ts';
import type { ShowContext } from './context.ts';
import { sendOf } from './sends.ts';

export type LedgerItem =
  | { readonly kind: 'account'; readonly address: Address }
  | { readonly kind: 'transaction'; readonly transaction: LedgerTransaction }
  /** a transaction that was sent and is in no block */
  | { readonly kind: 'send'; readonly record: SentRecord }
  | { readonly kind: 'slot'; readonly slot: bigint };

/** The ledger does not have an item; `message` says which, and suggests a similar name. */
export class NotFoundError extends Error {}

/**
 * Finds an item of a ledger by a slot, a `$name` or an expression such as `$ata(alice,usdc)`, a signature, an address, the name of a
 * transaction, that of an account without its dollar, or the beginning of a signature or an address.
 *
 * @throws NotFoundError
 */
export function find(text: string, context: ShowContext): LedgerItem {
  // the system program's address consists of digits
  const key = findKey(text, context);
  if (key !== undefined) return key;
  if (/^\d+$/.test(text)) return findSlot(text, context);
  if (text.startsWith('$')) return findName(text, context);
  const [signature] = context.state.names.signatures.get(text) ?? [];
  if (signature !== undefined) return findSignature(signature, context);
  if (isAccountName(text, context.state)) return findName(`$${text}`, context);
  const itemByBeginning = findBeginning(text, context);
  if (itemByBeginning !== undefined) return itemByBeginning;
  return refuse(`the ledger has nothing that is called \`${text}\``, nearName(text, context.state));
}

function refuse(reason: string, similarName?: string | undefined): never {
  throw new NotFoundError(similarName === undefined ? reason : `${reason}; ${didYouMean(similarName)}`);
}

function findSlot(text: string, { state: { history }, view }: ShowContext): LedgerItem {
  const slot = BigInt(text);
  const { firstSlot, lastSlot } = history;
  if (firstSlot === undefined || lastSlot === undefined) return refuse('the ledger has no slots');
  const last = maxOf(lastSlot, view.slot);
  const isKnown = slot >= firstSlot && slot <= last;
  return isKnown
    ? { kind: 'slot', slot }
    : refuse(`the ledger has no slot ${text}: its slots are ${firstSlot} to ${last}`);
}

function findName(text: string, { state }: ShowContext): LedgerItem {
  const address = state.names.addresses.get(text);
  if (address !== undefined) return { kind: 'account', address };
  for (const name of namesWithin(text)) requireKnown(name, state);
  // a name without an address is refused at this place, which throws
  return { kind: 'account', address: resolveIn(namedLedger(state), { value: text, at: NOT_FOUND_PLACE })! };
}

/** A place of a name whose problems are thrown as NotFoundError. */
const NOT_FOUND_PLACE: Place = {
  refuse: (message, hint) => refuse(hint === undefined ? message : `${message} (${hint})`),
  warn: () => undefined,
};

function namesWithin(text: string): readonly string[] {
  try {
    return namesIn(parseAddressExpression(text));
  } catch (error) {
    if (error instanceof ScriptError) NOT_FOUND_PLACE.refuse(error.message, error.hint);
    throw error;
  }
}

/** Whether an account of the ledger has this name, or a derived one such as `ata(alice,usdc)`. */
function isAccountName(bareText: string, { names: { addresses, keys } }: LedgerState): boolean {
  return addresses.has(`$${bareText}`) || keys.has(bareText);
}

/** @throws NotFoundError for a name that the ledger does not know: in a script it would be a new key */
function requireKnown(name: string, state: LedgerState): void {
  const { addresses, keys } = state.names;
  if (addresses.has(`$${name}`) || keys.has(name) || isWellKnown(name)) return;
  refuse(`the ledger has no account that is called \`$${name}\``, nearName(`$${name}`, state));
}

function findSignature(signature: Signature, context: ShowContext): LedgerItem {
  const { state, view } = context;
  const [ordinal] = state.history.ordinalsOf(signature);
  // a transaction may be in several slots: the one on the chain is found
  const transaction =
    view.transaction(signature) ?? (ordinal === undefined ? undefined : state.history.transactionAt(ordinal));
  if (transaction !== undefined) return { kind: 'transaction', transaction };
  const record = sendOf(signature, context);
  if (record !== undefined) return { kind: 'send', record };
  return refuse(`the ledger has no transaction ${signature}`);
}

function findAddress(address: Address, context: ShowContext): LedgerItem {
  const { names, state, view } = context;
  const [ordinal] = state.history.ordinalsDown(address, state.history.transactionCount);
  const isKnown =
    ordinal !== undefined ||
    names.get(address) !== null ||
    view.account(address) !== undefined ||
    state.accounts.toTable().addresses().has(address) ||
    context.fates.records.some(({ transaction }) => transaction.message.accountKeys.includes(address));
  return isKnown
    ? { kind: 'account', address }
    : refuse(`the ledger has no account ${address}, and no transaction names it`);
}

/** The shortest text that is tried as a beginning: a shorter one is more likely a misspelled name. */
const SHORTEST_BEGINNING = 4;

/** Finds the item whose key begins with a text; the text may end with the `…` of shortened keys. */
function findBeginning(text: string, context: ShowContext): LedgerItem | undefined {
  const beginning = text.replace(/…$/, '');
  if (beginning.length < SHORTEST_BEGINNING) return undefined;
  const keys = [...allKeys(context)].filter((key) => key.startsWith(beginning));
  if (keys.length > 1)
    refuse(`several signatures and addresses begin with \`${text}\`: ${keys.slice(0, 3).join(', ')}`);
  return keys[0] === undefined ? undefined : findKey(keys[0], context);
}

/** All signatures and addresses, also those that only transactions name, in the order of the ledger. */
function allKeys({ fates, state, view }: ShowContext): ReadonlySet<string> {
  const keys = new Set<string>([...state.accounts.toTable().addresses(), ...state.names.addresses.values()]);
  for (const { address } of view.accounts.values()) keys.add(address);
  for (const { accountKeys, signature } of state.history.transactions()) {
    keys.add(signature);
    for (const key of accountKeys) keys.add(key);
  }
  for (const { transaction } of fates.records) {
    const { message, signatures } = transaction;
    for (const key of [...signatures.slice(0, 1), ...message.accountKeys]) keys.add(key);
  }
  return keys;
}

function findKey(text: string, context: ShowContext): LedgerItem | undefined {
  if (isSignatureText(text)) return findSignature(text as Signature, context);
  return isAddressText(text) ? findAddress(text as Address, context) : undefined;
}

/** The most similar name of an account, with `$`, or of a transaction. */
function nearName(text: string, { names: { addresses, signatures } }: LedgerState): string | undefined {
  const bare = bareName(text);
  if (signatures.has(bare)) return bare;
  const wellKnown = Object.keys(WELL_KNOWN).map((name) => `$${name}`);
  // every ledger has these names, so a short text must be more similar
  const maxEdits = Math.min(2, Math.floor(bare.length / 3));
  return nearestName(bare, [...addresses.keys(), ...signatures.keys()]) ?? nearestName(bare, wellKnown, maxEdits);
}

function nearestName(bare: string, names: readonly string[], maxEdits?: number): string | undefined {
  const byBareName = new Map(names.map((name) => [bareName(name), name]));
  const bestName = nearest(bare, byBareName.keys(), maxEdits);
  return bestName === undefined ? undefined : byBareName.get(bestName);
}

function bareName(name: string): string {
  return name.replace(/^\$/, '');
}
