import type { LedgerView } from '../ledger/view.ts';
import type { TransactionError } from '../model/meta.ts';
import type { SendOutcome } from '../model/sendRule.ts';
import type { Execution, Executor } from '../runtime/transactions/transaction.ts';
import { bankAt, type SendBank } from './bank.ts';
import { decidedOutcome } from './decided.ts';
import { check, MAX_PREFLIGHT_AGE } from './judge/check.ts';
import type { ResolvedTransaction } from './judge/sanitize.ts';
import { runnable } from './runnable.ts';

/** What would become of a transaction. */
export type Simulation =
  /** it would be in no block */
  | { readonly kind: 'refused'; readonly err: TransactionError; readonly bank: SendBank }
  | {
      readonly kind: 'run';
      readonly err: TransactionError | null;
      readonly execution: Execution;
      readonly bank: SendBank;
    };

/** Looks at a transaction as a preflight does: nothing changes. */
export function simulate(
  transaction: ResolvedTransaction,
  view: LedgerView,
  outcome: SendOutcome,
  execute: Executor,
): Simulation {
  const bank = bankAt(view, view.slot);
  const err = check(transaction, bank, MAX_PREFLIGHT_AGE) ?? (outcome.kind === 'refuse' ? outcome.err : undefined);
  if (err !== undefined) return { kind: 'refused', err, bank };
  const execution = execute(runnable(transaction, bank, MAX_PREFLIGHT_AGE), bank, decidedOutcome(outcome, 'before'));
  return { kind: 'run', err: execution.err, execution, bank };
}
