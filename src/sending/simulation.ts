import { least, U64_MAX } from '../codec/u64.ts';
import type { LedgerView } from '../ledger/view.ts';
import type { TransactionError } from '../model/meta.ts';
import type { SendOutcome } from '../model/sendRule.ts';
import { balancesOn } from '../runtime/transactions/execute.ts';
import type { Balances, Execution, Executor } from '../runtime/transactions/transaction.ts';
import { bankAt, type SendBank } from './bank.ts';
import { decidedOutcome } from './decided.ts';
import { check, MAX_PREFLIGHT_AGE } from './judge/check.ts';
import type { ResolvedTransaction } from './judge/sanitize.ts';
import { runnable } from './runnable.ts';

interface Simulated {
  readonly transaction: ResolvedTransaction;
  readonly bank: SendBank;
}

/** What would become of a transaction. */
export type Simulation = Simulated &
  (
    | {
        /** it would be in no block */
        readonly kind: 'refused';
        readonly err: TransactionError;
        readonly balances: Balances;
      }
    | { readonly kind: 'run'; readonly err: TransactionError | null; readonly execution: Execution }
  );

/** Looks at a transaction as a preflight does, in the block that would come next: nothing changes. */
export function simulate(
  transaction: ResolvedTransaction,
  view: LedgerView,
  outcome: SendOutcome,
  execute: Executor,
): Simulation {
  const bank = bankAt(view, least(view.slot + 1n, U64_MAX));
  const runs = runnable(transaction, bank, MAX_PREFLIGHT_AGE);
  const err = check(transaction, bank, MAX_PREFLIGHT_AGE) ?? (outcome.kind === 'refuse' ? outcome.err : undefined);
  if (err !== undefined) return { kind: 'refused', transaction, bank, err, balances: balancesOn(runs, bank) };
  const execution = execute(runs, bank, decidedOutcome(outcome, 'before'));
  return { kind: 'run', transaction, bank, err: execution.err, execution };
}
