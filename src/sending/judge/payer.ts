import { saturateU64 } from '../../codec/u64.ts';
import { isNonceData, NONCE_BYTES } from '../../ledger/nonces.ts';
import { minimumBalance } from '../../ledger/rent.ts';
import { SYSTEM_PROGRAM } from '../../model/address.ts';
import { prioritizationFee } from '../../model/computeBudget.ts';
import { signatureFee } from '../../model/messageFee.ts';
import type { TransactionError } from '../../model/meta.ts';
import { mayBeLeft } from '../../runtime/transactions/rent.ts';
import type { Bank } from './bank.ts';
import type { ResolvedTransaction } from './sanitize.ts';

/** Lamports. */
export function feeOf({ budget, message }: ResolvedTransaction): bigint {
  return saturateU64(signatureFee(message) + prioritizationFee(budget));
}

/**
 * Why the fee payer cannot pay; undefined where it can.
 *
 * Source   agave 4.1 svm account_loader.rs validate_fee_payer
 */
export function payerFault(transaction: ResolvedTransaction, bank: Bank): TransactionError | undefined {
  const { view } = bank;
  const payer = bank.account(transaction.keys[0]!);
  if (payer === undefined || payer.lamports === 0n) return 'AccountNotFound';
  const isWallet = payer.data.length === 0;
  if (payer.owner !== SYSTEM_PROGRAM || !(isWallet || isNonceData(payer.data))) return 'InvalidAccountForFee';
  const reserve = isWallet ? 0n : minimumBalance(BigInt(NONCE_BYTES), view);
  const fee = feeOf(transaction);
  if (payer.lamports < reserve + fee) return 'InsufficientFundsForFee';
  const after = { ...payer, lamports: payer.lamports - fee };
  return mayBeLeft(payer.address, payer, after, (bytes) => minimumBalance(BigInt(bytes), view))
    ? undefined
    : { InsufficientFundsForRent: { account_index: 0 } };
}
