import { isJsonObject } from '../../codec/jsonText.ts';
import { blockhashAge } from '../../ledger/blockhashes.ts';
import type { LedgerView } from '../../ledger/view.ts';
import type { CountedRule } from '../../live/sendQueue.ts';
import type { TransactionError } from '../../solana/meta.ts';
import { transactionErrorText } from '../../solana/transactionErrors.ts';
import { absentReason } from '../asking/absentReasons.ts';
import type { Reasons } from '../methods/reasons/index.ts';
import { MAX_PREFLIGHT_AGE } from './checks.ts';
import {
  type CheckedSignatures,
  impersonationHint,
  impersonationText,
  wronglyImpersonated,
} from './signatureChecks.ts';
import type { Simulation } from './simulation.ts';
import { assumedText } from './unknownEffects.ts';

/** Adds the reason of a failed simulation. */
export function addReasons(
  reasons: Reasons,
  simulation: Simulation,
  rule: CountedRule | undefined,
  view: LedgerView,
): void {
  const { err, transaction } = simulation;
  const { keys, message } = transaction;
  if (rule !== undefined) reasons.add(`${rule.id} decides (stillnode_removeSendRule ["${rule.id}"] takes it away)`);
  if (simulation.kind === 'run') for (const program of simulation.execution.assumed) reasons.add(assumedText(program));
  if (err === null) return;
  reasons.add(transactionErrorText(err));
  const logs = simulation.kind === 'run' ? simulation.execution.logs : [];
  const programOf = (index: number) => keys[message.instructions[index]?.programIdIndex ?? -1];
  reasons.programError(err, { logs, programOf }, view);
  const line = simulation.kind === 'run' ? lastProgramLine(simulation.execution.logs) : undefined;
  if (line !== undefined) reasons.add(`before it failed it logged ${JSON.stringify(line)}`);
  const payer = keys[0]!;
  // a rule may decide this error for an existing account
  if (err === 'AccountNotFound' && view.account(payer) === undefined) reasons.noAccount(payer, view);
  else if (rule === undefined) {
    const absent = absentReason({ transactions: [transaction] }, view);
    if (absent !== undefined) reasons.add(absent);
  }
  // a rule may decide this error for a payer with enough lamports
  if (rule === undefined && err === 'InsufficientFundsForFee') reasons.payer(payer, view);
  const poor = rule === undefined ? keys[indexOfRent(err)] : undefined;
  if (poor !== undefined) reasons.belowRent(poor, view);
  if (err !== 'BlockhashNotFound') return;
  const age = blockhashAge(view, message.recentBlockhash);
  if (age !== undefined && age <= MAX_PREFLIGHT_AGE) return;
  reasons.deadBlockhash(message.recentBlockhash, age, view);
  reasons.agingOfSends(view);
}

/** Adds the impersonated signatures that are accepted, or the one that is missing. */
export function addSignatureReasons(
  reasons: Reasons,
  signatures: CheckedSignatures,
  isVerified: boolean,
  { state }: LedgerView,
): void {
  for (const address of signatures.impersonated) reasons.add(impersonationText(address));
  const missing = isVerified ? undefined : wronglyImpersonated(signatures, state);
  if (missing !== undefined) reasons.add(impersonationHint(missing));
}

/** The last line that a program wrote after the last call began, besides the name of its instruction. */
function lastProgramLine(logs: readonly string[]): string | undefined {
  const afterLastCall = logs.slice(logs.findLastIndex((line) => / invoke \[\d+\]$/.test(line)) + 1);
  return afterLastCall.findLast((line) => !/^Program (\S+ (consumed|failed|success)|log: Instruction: )/.test(line));
}

/** The index of the account that would have too few lamports; -1: the transaction failed otherwise. */
function indexOfRent(err: TransactionError): number {
  const rent = isJsonObject(err) ? err.InsufficientFundsForRent : undefined;
  return isJsonObject(rent) ? Number(rent.account_index) : -1;
}
