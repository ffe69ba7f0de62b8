import { unlessThrown } from '../../codec/unlessThrown.ts';
import type { LedgerView } from '../../ledger/view.ts';
import { keepsRules, locksError, versionError } from '../../runtime/blockRefusals.ts';
import { budgetError, ComputeBudgetError, readComputeBudget } from '../../solana/messageBudget.ts';
import type { SentTransaction } from '../../solana/sentTransaction.ts';
import { isDead, targetBlockOn } from '../sending/checks.ts';
import { checkSignatures } from '../sending/signatureChecks.ts';

export interface EarlyChecks {
  /** the largest age of a blockhash, in blocks */
  readonly maxAge: bigint;
  readonly checksSignatures: boolean;
}

/** The transactions that need accounts to be checked: all before the first that fails without them. */
export function needingAccounts(
  transactions: readonly SentTransaction[],
  view: LedgerView,
  checks: EarlyChecks,
): readonly SentTransaction[] {
  const failing = transactions.findIndex((transaction) => failsWithoutAccounts(transaction, view, checks));
  return failing === -1 ? transactions : transactions.slice(0, failing);
}

/** Whether the rules for messages, a signature or the blockhash decide, so that no account matters. */
function failsWithoutAccounts(
  transaction: SentTransaction,
  view: LedgerView,
  { checksSignatures, maxAge }: EarlyChecks,
): boolean {
  const { message, signatures } = transaction;
  if (!keepsRules(message, signatures.length, view.state.protocol.version)) return true;
  const budget = unlessThrown([ComputeBudgetError], () => readComputeBudget(message));
  if (budget === undefined || budgetError(budget, message) !== undefined) return true;
  if (checksSignatures && checkSignatures(transaction, view.state).wrong.length > 0) return true;
  const block = targetBlockOn(view);
  const error = locksError(message.accountKeys, block) ?? versionError(message, block);
  return error !== undefined || isDead(transaction, view, maxAge);
}
