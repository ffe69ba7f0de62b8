/**
 * Addresses and accounts in the words of scripts, or in the form of the RPC.
 * @module
 */
import type { JsonValue } from '../../codec/json.ts';
import type { Cursor } from '../../document/cursor.ts';
import type { LedgerState } from '../../ledger/state.ts';
import { LedgerView } from '../../ledger/view.ts';
import { readAccount } from '../../loading/formats/accountValue.ts';
import { isBareAccount } from '../../loading/formats/bareAccount.ts';
import type { Account } from '../../model/account.ts';
import type { Address } from '../../model/address.ts';
import { Accounts } from '../../script/compiling/accounts/accounts.ts';
import { setInitialAccounts } from '../../script/compiling/accounts/initialAccounts.ts';
import { tokenProgramOf } from '../../script/compiling/accounts/tokens.ts';
import { Names } from '../../script/compiling/names/names.ts';
import { readAccounts } from '../../script/reading/account.ts';
import { readAddressWord } from '../../script/reading/values.ts';
import { readDocument } from '../arguments.ts';

/** @throws RpcError invalidArgument */
export function addressOf(word: string, state: LedgerState): Address {
  return readDocument(
    [word],
    (at) => namesOf(state).resolve(readAddressWord(at.item(0))),
    () => 'address',
  );
}

/**
 * The account that is described for an address, with mints and other accounts as they are at the processed tip. Null for one that
 * has no lamports, which is none.
 *
 * @throws RpcError invalidArgument
 */
export function accountOf(word: string, account: JsonValue, state: LedgerState): Account | null {
  const address = addressOf(word, state);
  const read = isBareAccount(account)
    ? (at: Cursor) => readAccount(at, address)
    : (at: Cursor) => compile(at, address, state);
  // scripts name accounts by their addresses
  return readDocument(
    { [word]: account },
    (at) => read(at.member(word)),
    () => 'account',
  );
}

function compile(at: Cursor, address: Address, state: LedgerState): Account | null | undefined {
  const words = at.parent && readAccounts(at.parent);
  if (words === undefined || !at.reading.errors.isEmpty) return undefined;
  const accounts = new Accounts(viewOf(state));
  for (const _ of setInitialAccounts(words, namesOf(state), accounts));
  return accounts.get(address) ?? null;
}

function namesOf(state: LedgerState): Names {
  const accounts = viewOf(state);
  return new Names([], (mint) => tokenProgramOf(accounts.get(mint)));
}

/** As a client sees them that asks at the commitment processed. */
function viewOf(state: LedgerState): { get(address: Address): Account | undefined } {
  const view = new LedgerView(state, 'processed', { keepOrphan: true });
  return { get: (address) => view.account(address) };
}
