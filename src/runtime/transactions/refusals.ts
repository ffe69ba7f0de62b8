/**
 * Why a transaction is not run at all, as far as neither its blockhash nor its signatures count: it is in no block and pays nothing.
 *
 * Source   agave 4.1 accounts-db account_locks.rs; runtime-transaction; svm account_loader.rs
 * @module
 */
import { activationSlot } from '../../ledger/features.ts';
import { isNonceData, NONCE_BYTES } from '../../ledger/nonces.ts';
import type { LedgerView } from '../../ledger/view.ts';
import type { Account } from '../../model/account.ts';
import { type Address, address, SYSTEM_PROGRAM } from '../../model/address.ts';
import type { TransactionError } from '../../model/meta.ts';
import { faultOf } from '../../model/sanitizeMessage.ts';
import type { Message } from '../../model/transaction.ts';
import { type MinimumBalance, mayBeLeft } from './rent.ts';

const MAX_INSTRUCTIONS = 64;
const MAX_INSTRUCTION_ACCOUNTS = 255;
/** increase_tx_account_lock_limit, which is off in all public clusters */
const MORE_LOCKS = address('9LZdXeKGeBV6hRLdxS1rHbHoEUsKqesCC2ZAPTPKJAbK');
const MAX_LOCKS = 64;
const MAX_MORE_LOCKS = 128;

/** Whether a message keeps every rule for messages; there is one error for whatever rule is broken. */
export function keepsRules(message: Message, numSignatures: number): boolean {
  const { header, instructions } = message;
  return (
    instructions.length <= MAX_INSTRUCTIONS &&
    instructions.every(({ accounts }) => accounts.length <= MAX_INSTRUCTION_ACCOUNTS) &&
    numSignatures === header.numRequiredSignatures &&
    faultOf(message) === undefined
  );
}

/** @param keys every account of a transaction */
export function locksFault(
  keys: readonly Address[],
  view: Pick<LedgerView, 'account' | 'slot'>,
): TransactionError | undefined {
  if (keys.length > MAX_LOCKS && keys.length > maxLocks(view)) return 'TooManyAccountLocks';
  return new Set(keys).size < keys.length ? 'AccountLoadedTwice' : undefined;
}

function maxLocks(view: Pick<LedgerView, 'account' | 'slot'>): number {
  return activationSlot(MORE_LOCKS, view) === undefined ? MAX_LOCKS : MAX_MORE_LOCKS;
}

/**
 * Why an account cannot pay a fee; undefined where it can.
 *
 * @param fee lamports
 * Source   agave 4.1 svm account_loader.rs validate_fee_payer
 */
export function payerFault(
  payer: Account | undefined,
  fee: bigint,
  minimumBalance: MinimumBalance,
): TransactionError | undefined {
  if (payer === undefined || payer.lamports === 0n) return 'AccountNotFound';
  const isWallet = payer.data.length === 0;
  if (payer.owner !== SYSTEM_PROGRAM || !(isWallet || isNonceData(payer.data))) return 'InvalidAccountForFee';
  const reserve = isWallet ? 0n : minimumBalance(NONCE_BYTES);
  if (payer.lamports < reserve + fee) return 'InsufficientFundsForFee';
  const after = { ...payer, lamports: payer.lamports - fee };
  return mayBeLeft(payer.address, payer, after, minimumBalance)
    ? undefined
    : { InsufficientFundsForRent: { account_index: 0 } };
}
