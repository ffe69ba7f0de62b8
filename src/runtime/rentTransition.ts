import type { Account } from '../solana/account.ts';
import { type Address, INCINERATOR } from '../solana/address.ts';
import type { RentRules } from './bank.ts';

/**
 * Whether a transaction may leave an account in this state: exempt from rent, or without lamports, or not richer than
 * before without rent exemption; under the relaxed rule not poorer than before.
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
