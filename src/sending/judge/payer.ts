import { saturateU64 } from '../../codec/u64.ts';
import { prioritizationFee } from '../../model/computeBudget.ts';
import { signatureFee } from '../../model/messageFee.ts';
import type { TransactionError } from '../../model/meta.ts';
import { payerFault as faultOfPayer } from '../../runtime/transactions/refusals.ts';
import type { Bank } from './bank.ts';
import type { ResolvedTransaction } from './sanitize.ts';

/** Lamports. */
export function feeOf({ budget, message }: ResolvedTransaction): bigint {
  return saturateU64(signatureFee(message) + prioritizationFee(budget));
}

/** Why the fee payer cannot pay; undefined where it can. */
export function payerFault(
  transaction: ResolvedTransaction,
  { account, minimumBalance }: Bank,
): TransactionError | undefined {
  return faultOfPayer(account(transaction.keys[0]!), feeOf(transaction), minimumBalance);
}
