import type { Account } from '../../model/account.ts';
import { type Address, INCINERATOR } from '../../model/address.ts';

type Holding = Account | undefined;

/** Lamports that keep an account of so many bytes. */
export type MinimumBalance = (bytes: number) => bigint;

/**
 * Whether an account may be left as it is after a transaction: with enough for its rent, or with nothing, or no better off than it was
 * without enough.
 *
 * Source   agave 4.1 svm rent_calculator.rs transition_allowed
 */
export function mayBeLeft(key: Address, before: Holding, after: Holding, minimumBalance: MinimumBalance): boolean {
  const isExempt = ({ data, lamports }: Account) => lamports >= minimumBalance(data.length);
  if (after === undefined || after.lamports === 0n || key === INCINERATOR || isExempt(after)) return true;
  if (before === undefined || before.lamports === 0n || isExempt(before)) return false;
  return after.data.length === before.data.length && after.lamports <= before.lamports;
}
