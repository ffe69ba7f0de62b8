import type { JsonValue } from '../../codec/jsonText.ts';
import type { RpcError } from '../../errors.ts';
import type { LedgerState } from '../../ledger/state.ts';
import { processedView } from '../../ledger/view.ts';
import type { MoveInput, MoveResult } from '../../live/move.ts';
import { addBundle, type CountedRule, type SendGroup, type SentBundle } from '../../live/sendQueue.ts';
import type { NewSentRecord } from '../../live/sentLog.ts';
import { needingAccounts } from '../../rpc/asking/needingAccounts.ts';
import type { AccountNeeds } from '../../rpc/asking/unknownAccounts.ts';
import {
  errorJson,
  impersonationError,
  moveBySend,
  outcomeJson,
  recordOfRefused,
  ruleError,
} from '../../rpc/sending/accept.ts';
import { MAX_LANDING_AGE } from '../../rpc/sending/checks.ts';
import { nextBlock } from '../../rpc/sending/land.ts';
import { matchedNow } from '../../rpc/sending/matchedSend.ts';
import { outcomeOf } from '../../rpc/sending/ruleOutcome.ts';
import { type ResolvedTransaction, sanitize } from '../../rpc/sending/sanitizeSent.ts';
import { callsProgram } from '../../rpc/sending/sendMatch.ts';
import type { SendContext } from '../../rpc/sending/sendMethod.ts';
import { landsAtOnce, send } from '../../rpc/sending/sendMoves.ts';
import { chooseRules } from '../../rpc/sending/sendRules.ts';
import { type CheckedSignatures, checkSignatures } from '../../rpc/sending/signatureChecks.ts';
import { refusalOf, warnOfAssumed } from '../../rpc/sending/unknownEffects.ts';
import type { KnownTokens } from '../../runtime/accounts/knownTokens.ts';
import type { Executor } from '../../runtime/executor.ts';
import type { SendOutcome } from '../../runtime/sendRule.ts';
import type { Address } from '../../solana/address.ts';
import type { SentTransaction } from '../../solana/sentTransaction.ts';
import { transactionErrorText } from '../../solana/transactionErrors.ts';
import { bundleError, bundleIdOf } from './bundleChecks.ts';
import { LEAST_TIP, TIP_PROGRAM } from './tipAccounts.ts';

/**
 * Accepts or refuses a bundle, and puts it into the next block or the queue. Transactions have no preflight: the client learns only later
 * that one fails.
 * @module
 */

/** The result of sending a bundle, and the ledger after it. */
interface BundleResult {
  readonly move: MoveResult;
  /** the rule that decides each transaction */
  readonly rules: readonly (CountedRule | undefined)[];
  readonly signatures: readonly CheckedSignatures[];
  /** undefined: it was accepted */
  readonly error: RpcError | undefined;
  /** programs whose effect is not known: they do nothing */
  readonly assumed: readonly Address[];
  readonly resolved: readonly ResolvedTransaction[];
  /** the token accounts that each transaction names */
  readonly tokens: readonly KnownTokens[];
}

/** The transactions of a bundle, if none of them fails before its accounts are loaded. */
export function needsOfBundle(transactions: readonly SentTransaction[], state: LedgerState): AccountNeeds {
  const view = processedView(state);
  const needing = needingAccounts(transactions, view, { maxAge: MAX_LANDING_AGE, checksSignatures: true });
  return { transactions: needing.length === transactions.length ? transactions : [] };
}

/**
 * Sends a bundle, and answers with its id.
 *
 * @param options the configuration that came with it
 */
export async function sendAsBundle(
  transactions: readonly SentTransaction[],
  options: JsonValue,
  { execute, live, onSent }: Pick<SendContext, 'execute' | 'live' | 'onSent'>,
): Promise<string> {
  const id = bundleIdOf(transactions);
  const result = await moveBySend(live, (now) => processBundle(now, id, transactions, execute));
  const records = result.resolved.map((_, index) =>
    live.sent.add(recordOf(id, index, transactions[index]!, options, result)),
  );
  onSent?.(records[0]!);
  if (result.error !== undefined) throw result.error;
  warnOfAssumed(result.assumed, live.warnings);
  return id;
}

/** Remembers the transactions of a bundle whose accounts cannot be asked for. */
export function rememberRefusedBundle(
  transactions: readonly SentTransaction[],
  options: JsonValue,
  error: RpcError,
  { live, onSent }: Pick<SendContext, 'live' | 'onSent'>,
): void {
  const id = bundleIdOf(transactions);
  const { state } = live.version;
  const records = transactions.map((transaction, index) =>
    live.sent.add(recordOfRefused(transaction, { bundle: { id, index }, options }, error, state)),
  );
  onSent?.(records[0]!);
}

function recordOf(
  id: string,
  index: number,
  transaction: SentTransaction,
  options: JsonValue,
  { assumed, error, resolved, rules, sentAt, signatures, tokens }: BundleResult & Pick<NewSentRecord, 'sentAt'>,
): NewSentRecord {
  const rule = rules[index];
  return {
    transaction,
    sentAt,
    tokens: tokens[index],
    options,
    rule: rule?.id ?? null,
    decision: rule && outcomeOf(rule),
    outcome: outcomeJson({ error, rule }),
    error: error && errorJson(error),
    bundle: { id, index },
    impersonated: signatures[index]!.impersonated,
    assumed: assumed.filter((program) => callsProgram(program, resolved[index]!)),
  };
}

/** @throws RpcError invalidTransaction, before a rule counts the bundle */
function processBundle(
  now: MoveInput,
  id: string,
  transactions: readonly SentTransaction[],
  execute: Executor,
): BundleResult {
  const view = processedView(now.state);
  const resolved = transactions.map((transaction) => sanitize(transaction, view));
  const matched = resolved.map((transaction) => matchedNow(transaction, now.state));
  const chosen = chooseRules(now.sends, matched);
  const { outcome, rules } = decide(chosen.rules);
  const signatures = resolved.map((transaction) => checkSignatures(transaction, view.state));
  const facts = { resolved, rules, signatures, tokens: matched.map(({ tokens }) => tokens) };
  const refuse = (error: RpcError): BundleResult => {
    return { ...facts, move: { state: now.state, sends: chosen.sends }, error, assumed: [] };
  };
  const impersonating = signatures.map((one) => impersonationError(one, view)).find((error) => error !== undefined);
  const error = ruleError(outcome, now.state) ?? impersonating ?? bundleError(resolved, view);
  if (error !== undefined) return refuse(error);
  const parts = transactions.map((transaction, i) => ({ transaction, outcome: outcomeOf(chosen.rules[i]) }));
  const group: SendGroup = { parts, outcome, bundle: { id, isAtomic: true, payment: LEAST_TIP } };
  const bundle: SentBundle = { id, transactions, sentAt: view.blockTimeSeconds };
  try {
    const { assumed, ...move } = sendGroup(
      { ...now, sends: chosen.sends },
      group,
      withFailure(bundle, resolved, outcome),
      execute,
    );
    return { ...facts, move, error: undefined, assumed };
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === undefined) throw error;
    return refuse(refusal);
  }
}

/**
 * Each transaction has the outcome of the first rule that matches it. The first outcome that is not a success decides the fate of the
 * whole bundle, so the rules of its other transactions do not count.
 */
function decide(rules: BundleResult['rules']): Pick<BundleResult, 'rules'> & Pick<SendGroup, 'outcome'> {
  const deciding = rules.find((rule) => rule !== undefined && outcomeOf(rule).kind !== 'succeed');
  return { outcome: outcomeOf(deciding), rules: deciding === undefined ? rules : rules.map(() => deciding) };
}

function sendGroup(now: MoveInput, group: SendGroup, bundle: SentBundle, execute: Executor) {
  const sends = addBundle(now.sends, bundle);
  if (bundle.failure !== undefined) return { state: now.state, sends, assumed: [] };
  const isQueued = !landsAtOnce(now, group.outcome) && group.outcome.kind !== 'drop';
  // refuses effects that are not modelled before the bundle waits: later its client cannot be told
  const tried = isQueued ? nextBlock(now.state, [group], execute) : undefined;
  const sent = send({ ...now, sends }, group, execute);
  return tried === undefined ? sent : { ...sent, assumed: tried.assumed };
}

/** Adds the reason why a bundle fails, if a rule refuses it or if it calls the tip payment program. */
function withFailure(bundle: SentBundle, resolved: readonly ResolvedTransaction[], outcome: SendOutcome): SentBundle {
  if (outcome.kind === 'refuse')
    return { ...bundle, failure: `a rule refuses it: ${transactionErrorText(outcome.err)}` };
  if (!resolved.some((transaction) => callsProgram(TIP_PROGRAM, transaction))) return bundle;
  return { ...bundle, failure: 'it calls the tip payment program' };
}
