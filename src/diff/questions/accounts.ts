import type { AccountsAt } from '../../ledger/accounts/accountsAt.ts';
import type { LedgerView } from '../../ledger/view.ts';
import { type Address, compareAddresses, isTokenProgram } from '../../model/address.ts';
import { COMMITMENT, groupsOf, type Question, question } from './question.ts';

/** as many as a node takes */
const ACCOUNTS = 100;
/** inside of nearly every account, and beyond the end of the others */
const SLICE = { length: 16, offset: 4 };

/** Of every account that a view shows, by address. */
export function* accountQuestions({ accounts }: LedgerView, encodings: readonly string[]): Iterable<Question> {
  const addresses = addressesOf(accounts);
  for (const address of addresses) {
    for (const encoding of encodings) yield question('getAccountInfo', address, { commitment: COMMITMENT, encoding });
    yield question('getAccountInfo', address, { commitment: COMMITMENT, dataSlice: SLICE, encoding: 'base64' });
    yield question('getBalance', address, { commitment: COMMITMENT });
    const owner = accounts.get(address)?.owner;
    if (owner !== undefined && isTokenProgram(owner)) yield* tokenQuestions(address);
  }
  for (const group of groupsOf(addresses, ACCOUNTS))
    yield question('getMultipleAccounts', group, { commitment: COMMITMENT, encoding: 'base64' });
}

/** An account of a token program is a mint, or an account with an amount, or neither. */
function* tokenQuestions(address: Address): Iterable<Question> {
  for (const method of ['getTokenSupply', 'getTokenAccountBalance'])
    yield { ...question(method, address, { commitment: COMMITMENT }), isTentative: true };
}

/** Sorted: the accounts themselves are in no order. */
function addressesOf(accounts: AccountsAt): readonly Address[] {
  const addresses: Address[] = [];
  for (const { address } of accounts.values()) addresses.push(address);
  return addresses.sort(compareAddresses);
}
