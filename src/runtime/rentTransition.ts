import type { Account } from '../solana/account.ts';
import { type Address, INCINERATOR } from '../solana/address.ts';
import type { RentRules } from './bank.ts';

/**
 * Whether a transaction may leave an account in this state: exempt from rent, or without lamports. An account that was not exempt before
 * either may stay so, with the same size and no more lamports. The relaxed rule lets any account stay that loses no lamports, gets no
 * longer and keeps its owner. The incinerator may have any state.
 *
 * Source   agave 4.2 svm rent_calculator.rs transition_allowed
 */
export function isRentTransitionAllowed(
  key: Address,
  before: Account | undefined,
  after: Account | undefined,
  { isRentRelaxed, minimumBalance }: RentRules,
): boolean {
  const isExempt = ({ data, lamports }: Account) => lamports >= minimumBalance(data.length);
  if (after === undefined || after.lamports === 0n || key === INCINERATOR || isExempt(after)) return true;
  if (before === undefined || before.lamports === 0n || (!isRentRelaxed && isExempt(before))) return false;
  if (isRentRelaxed)
    return after.lamports >= before.lamports && after.data.length <= before.data.length && after.owner === before.owner;
  return after.data.length === before.data.length && after.lamports <= before.lamports;
}
