import { minimumBalance } from '../../ledger/rent.ts';
import type { LedgerView } from '../../ledger/view.ts';
import type { Account } from '../../model/account.ts';
import { address } from '../../model/address.ts';

/** What is sent there is burnt, so it may hold anything. */
const INCINERATOR = address('1nc1nerator11111111111111111111111111111111');

/**
 * Whether a transaction may leave an account like this: with nothing, with what its rent demands, or, where it had less before,
 * with no more data and no more lamports.
 *
 * @param before undefined: it was not there
 * Source   agave 4.1 svm rent_calculator.rs transition_allowed
 */
export function mayBeLeft(after: Account, before: Account | undefined, view: LedgerView): boolean {
  if (after.lamports === 0n || isRentExempt(after, view) || after.address === INCINERATOR) return true;
  if (before === undefined || before.lamports === 0n || isRentExempt(before, view)) return false;
  return before.data.length === after.data.length && after.lamports <= before.lamports;
}

function isRentExempt({ data, lamports }: Account, view: LedgerView): boolean {
  return lamports >= minimumBalance(BigInt(data.length), view);
}
