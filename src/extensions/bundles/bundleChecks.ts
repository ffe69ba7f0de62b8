import { sha256 } from '../../codec/bytes.ts';
import { type RpcError, rpcErrors } from '../../errors.ts';
import type { LedgerView } from '../../ledger/view.ts';
import { checkedState, firstError, MAX_LANDING_AGE } from '../../rpc/sending/checks.ts';
import type { ResolvedTransaction } from '../../rpc/sending/sanitizeSent.ts';
import { hasGoodSignatures } from '../../rpc/sending/signatureChecks.ts';
import { bankAt } from '../../runtime/bank.ts';
import type { SentTransaction } from '../../solana/sentTransaction.ts';
import { TIP_ACCOUNTS } from './tipAccounts.ts';

/**
 * Checks of a bundle before it may wait for a leader.
 *
 * Source   jito-solana v4.3 bundle_stage; docs.jito.wtf. The real text about `jitodontfront` is not public
 * @module
 */

/** Source   jito-solana v4.3 bundle/src/lib.rs derive_bundle_id */
export function bundleIdOf(transactions: readonly SentTransaction[]): string {
  const signatures = transactions.map(({ signatures: [first] }) => first);
  return Buffer.from(sha256(signatures.join(','))).toString('hex');
}

/** The first reason to refuse a bundle; undefined: it is accepted. */
export function bundleError(transactions: readonly ResolvedTransaction[], view: LedgerView): RpcError | undefined {
  const fault =
    signatureFault(transactions, view) ??
    duplicateFault(transactions) ??
    frontFault(transactions) ??
    tipFault(transactions);
  if (fault !== undefined) return rpcErrors.invalidBundle(fault);
  const state = checkedState(bankAt(view, view.slot + 1n), view);
  const isProcessed = transactions.some((one) => firstError(one, state, MAX_LANDING_AGE) === 'AlreadyProcessed');
  return isProcessed ? rpcErrors.invalidBundle('bundle contains an already processed transaction') : undefined;
}

export function signatureFault(transactions: readonly SentTransaction[], { state }: LedgerView): string | undefined {
  const unsigned = transactions.find((transaction) => !hasGoodSignatures(transaction, state));
  return unsigned && `transaction signature is invalid: ${unsigned.signatures[0]}`;
}

/** Two transactions with the same message are the same one, whatever their signatures. */
export function duplicateFault(transactions: readonly SentTransaction[]): string | undefined {
  const messages = new Set(transactions.map(({ messageBytes }) => Buffer.from(messageBytes).toString('latin1')));
  return messages.size < transactions.length ? 'duplicate transactions' : undefined;
}

const FRONT_PREFIX = 'jitodontfront';

/** The fault of a transaction that names a read-only account with this prefix, and is not the first of the bundle. */
function frontFault([, ...others]: readonly ResolvedTransaction[]): string | undefined {
  const isMisplaced = others.some(({ isWritable, keys }) =>
    keys.some((key, index) => key.startsWith(FRONT_PREFIX) && !isWritable(index)),
  );
  return isMisplaced ? `a transaction with a ${FRONT_PREFIX} account must be the first of its bundle` : undefined;
}

/** The fault of a bundle that writes no tip account. Accounts of lookup tables do not count. */
function tipFault(transactions: readonly ResolvedTransaction[]): string | undefined {
  const tips = transactions.some(({ isWritable, message }) =>
    message.accountKeys.some((key, index) => TIP_ACCOUNTS.includes(key) && isWritable(index)),
  );
  return tips ? undefined : 'Bundles must write lock at least one tip account to be eligible for the auction.';
}
