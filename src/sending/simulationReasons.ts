import { isJsonObject } from '../codec/json.ts';
import { blockhashAge } from '../ledger/blockhashes.ts';
import type { LedgerView } from '../ledger/view.ts';
import type { CountedRule } from '../live/sends.ts';
import type { Reasons } from '../methods/reasons/index.ts';
import { transactionErrorText } from '../model/errorTexts.ts';
import type { TransactionError } from '../model/meta.ts';
import { assumedText } from './assumed.ts';
import { MAX_PREFLIGHT_AGE } from './judge/check.ts';
import type { Simulation } from './simulation.ts';

/** Why a simulation fails. */
export function tellSimulation(
  reasons: Reasons,
  simulation: Simulation,
  rule: CountedRule | undefined,
  view: LedgerView,
): void {
  const { err, transaction } = simulation;
  if (rule !== undefined) reasons.because(`${rule.id} decides (stillnode_removeSendRule ["${rule.id}"] takes it away)`);
  if (simulation.kind === 'run')
    for (const program of simulation.execution.assumed) reasons.because(assumedText(program));
  if (err === null) return;
  reasons.because(transactionErrorText(err));
  const line = simulation.kind === 'run' ? lastWord(simulation.execution.logs) : undefined;
  if (line !== undefined) reasons.because(`before it failed it logged ${JSON.stringify(line)}`);
  const { keys, message } = transaction;
  const payer = keys[0]!;
  // a rule may say so of what is there
  if (err === 'AccountNotFound' && view.account(payer) === undefined) reasons.noAccount(payer, view);
  // and it may say so of a payer who has enough
  if (rule === undefined && err === 'InsufficientFundsForFee') reasons.payer(payer, view);
  const poor = rule === undefined ? keys[indexOfRent(err)] : undefined;
  if (poor !== undefined) reasons.belowRent(poor, view);
  if (err !== 'BlockhashNotFound') return;
  const age = blockhashAge(view, message.recentBlockhash);
  if (age === undefined || age > MAX_PREFLIGHT_AGE) reasons.deadBlockhash(message.recentBlockhash, age, view);
}

/** What the program that failed last logged itself, besides the name of its instruction. */
function lastWord(logs: readonly string[]): string | undefined {
  const own = logs.slice(logs.findLastIndex((line) => / invoke \[\d+\]$/.test(line)) + 1);
  return own.findLast((line) => !/^Program (\S+ (consumed|failed|success)|log: Instruction: )/.test(line));
}

/** Of the account that would have too few lamports; -1: it failed otherwise. */
function indexOfRent(err: TransactionError): number {
  const rent = isJsonObject(err) ? err.InsufficientFundsForRent : undefined;
  return isJsonObject(rent) ? Number(rent.account_index) : -1;
}
