/**
 * Addresses and accounts in the words of scripts, or in the form of the RPC.
 * @module
 */
import { isJsonObject, type JsonValue } from '../../codec/json.ts';
import { U64_MAX } from '../../codec/u64.ts';
import type { Cursor } from '../../document/cursor.ts';
import type { LedgerState } from '../../ledger/state.ts';
import { LedgerView } from '../../ledger/view.ts';
import { readAccount } from '../../loading/formats/accountValue.ts';
import { isBareAccount } from '../../loading/formats/bareAccount.ts';
import type { Account } from '../../model/account.ts';
import type { Address } from '../../model/address.ts';
import { Accounts } from '../../runtime/accounts/accounts.ts';
import { setInitialAccounts } from '../../script/compiling/accounts/initialAccounts.ts';
import { namesOf, resolveKnown } from '../../script/compiling/names/ledgerNames.ts';
import type { Names } from '../../script/compiling/names/names.ts';
import { readAccounts } from '../../script/reading/accountKinds.ts';
import { readAddressWord } from '../../script/reading/values.ts';
import { readDocument } from '../arguments.ts';

/** @throws RpcError invalidArgument */
export function addressOf(word: string, state: LedgerState): Address {
  const names = namesOf(state);
  return readDocument(
    [word],
    (at) => names.resolve(readAddressWord(at.item(0))),
    () => 'address',
  );
}

/** @throws RpcError invalidArgument, also for a name that looks like a misspelled one of the ledger */
export function knownAddressOf(words: string, state: LedgerState): Address {
  return readDocument(
    [words],
    (at) => {
      const word = readAddressWord(at.item(0));
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
  for (const _ of setInitialAccounts(words, names, accounts));
  return accounts.get(address) ?? null;
}
