import { blockhashAge } from '../ledger/blockhashes.ts';
import type { LedgerView } from '../ledger/view.ts';
import type { CountedRule } from '../live/sends.ts';
import type { Reasons } from '../methods/reasons/index.ts';
import { transactionErrorText } from '../model/errorTexts.ts';
import { MAX_PREFLIGHT_AGE } from './judge/check.ts';
import type { Simulation } from './simulation.ts';

/** Why a simulation fails. */
export function tellSimulation(
  reasons: Reasons,
  { err, transaction }: Simulation,
  rule: CountedRule | undefined,
  view: LedgerView,
): void {
  if (rule !== undefined) reasons.because(`${rule.id} decides (stillnode_removeSendRule ["${rule.id}"] takes it away)`);
  if (err === null) return;
  reasons.because(transactionErrorText(err));
  const { keys, message } = transaction;
  const payer = keys[0]!;
  // a rule may say so of what is there
  if (err === 'AccountNotFound' && view.account(payer) === undefined) reasons.noAccount(payer, view);
  if (err !== 'BlockhashNotFound') return;
  const age = blockhashAge(view, message.recentBlockhash);
  if (age === undefined || age > MAX_PREFLIGHT_AGE) reasons.deadBlockhash(message.recentBlockhash, age, view);
}
