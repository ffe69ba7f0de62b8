import { U64_MAX } from '../../../codec/bigints.ts';
import { isJsonObject, type JsonValue } from '../../../codec/jsonText.ts';
import type { Cursor } from '../../../fixtures/document/cursor.ts';
import { isBareAccount, readAccount } from '../../../fixtures/formats/accountFormats.ts';
import { addressText, type Key } from '../../../fixtures/script/building/keyBuilders.ts';
import { namesOf, resolveKnown, setInitialAccounts } from '../../../fixtures/script/compiling/initialAccounts.ts';
import type { Names } from '../../../fixtures/script/compiling/names/names.ts';
import { accounts as readAccounts } from '../../../fixtures/script/format/accounts.ts';
import { type Place, readAddressNode } from '../../../fixtures/script/format/values.ts';
import { minimumBalancesOf } from '../../../ledger/rent.ts';
import type { LedgerState } from '../../../ledger/state.ts';
import { LedgerView } from '../../../ledger/view.ts';
import { Accounts } from '../../../runtime/accounts/accountStates.ts';
import type { Account } from '../../../solana/account.ts';
import type { Address } from '../../../solana/address.ts';
import { readDocument } from '../arguments.ts';

/**
 * Addresses and accounts in the words of scripts, or in the form of the RPC.
 * @module
 */

/** @throws RpcError invalidArgument */
export function addressOf(word: string, state: LedgerState): Address {
  const names = namesOf(state);
  return readDocument(
    [word],
    (at) => names.resolve(readAddressNode(at.item(0))),
    () => 'address',
  );
}

/** @throws RpcError invalidArgument, also for a name that looks like a misspelled one of the ledger */
export function knownAddressOf(words: string, state: LedgerState): Address {
  return readDocument(
    [words],
    (at) => {
      const word = readAddressNode(at.item(0));
      return word && resolveKnown(word, state);
    },
    () => 'words',
  );
}

/**
 * The account that is described for an address, with mints as they are at the processed tip. Null for one without lamports in the
 * words of scripts: there is no such account.
 *
 * @param word the address as it was sent
 * @throws RpcError invalidArgument
 */
export function accountOf(word: string, account: JsonValue, state: LedgerState): Account | null {
  const address = addressOf(word, state);
  const isRpcForm = isBareAccount(account);
  // scripts have accounts by their addresses
  return readDocument(
    { [word]: withIntegers(account) },
    (at) => (isRpcForm ? readAccount(at.member(word), address) : compile(at, address, state)),
    () => 'account',
  );
}

/** Members that are u64, which languages without such integers send as text. */
const U64_MEMBERS: ReadonlySet<string> = new Set(['lamports', 'rentEpoch']);
/** as many digits as a u64 can have */
const DIGITS = /^\d{1,20}$/;

function withIntegers(account: JsonValue): JsonValue {
  if (!isJsonObject(account)) return account;
  const entries = Object.entries(account).map(([name, member = null]) => [name, integerOf(name, member)]);
  return Object.fromEntries(entries);
}

function integerOf(name: string, member: JsonValue): JsonValue {
  if (name === 'raw') return withIntegers(member);
  if (!U64_MEMBERS.has(name) || typeof member !== 'string' || !DIGITS.test(member)) return member;
  const integer = BigInt(member);
  return integer <= U64_MAX ? integer : member;
}

/** Undefined: it is wrong, which was reported. */
function compile(at: Cursor, address: Address, state: LedgerState): Account | null | undefined {
  const words = readAccounts(at);
  if (words === undefined || !at.reading.errors.isEmpty) return undefined;
  const names: Names = namesOf(state);
  const view = new LedgerView(state, 'processed', { keepOrphan: true });
  const accounts = new Accounts(view.accounts);
  for (const _ of setInitialAccounts(words, names, accounts, minimumBalancesOf(view)));
  return accounts.get(address) ?? null;
}

const THROWING: Place = {
  refuse: (message, hint) => {
    throw new TypeError(hint === undefined ? message : `${message} (${hint})`);
  },
  warn: () => undefined,
};

/**
 * The address of a name, or of another key of the builder, in a ledger.
 *
 * @throws TypeError where it is none, and for a name that the ledger does not know and that resembles one that it does
 */
export function addressIn(state: LedgerState, key: Key): Address {
  // THROWING throws where there is none
  const word = { value: addressText(key), at: THROWING };
  // the key of `keypair` is meant as it is
  return (typeof key === 'string' ? resolveKnown(word, state) : namesOf(state).resolve(word))!;
}
