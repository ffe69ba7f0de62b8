import { isJsonObject, type JsonObject, type JsonValue } from '../../codec/jsonText.ts';
import { DIALECTS } from '../../dialect.ts';
import { type RpcError, rpcErrors } from '../../errors.ts';
import type { LedgerState } from '../../ledger/state.ts';
import { type LedgerView, processedView } from '../../ledger/view.ts';
import type { LiveLedger } from '../../live/liveLedger.ts';
import type { MoveInput, MoveResult } from '../../live/move.ts';
import { addBundle, type CountedRule, groupOfOne } from '../../live/sendQueue.ts';
import type { NewSentRecord, SentAt } from '../../live/sentLog.ts';
import type { KnownTokens } from '../../runtime/accounts/knownTokens.ts';
import type { Executor } from '../../runtime/executor.ts';
import type { SendOutcome } from '../../runtime/sendRule.ts';
import type { Address } from '../../solana/address.ts';
import type { SentTransaction } from '../../solana/sentTransaction.ts';
import { givenError } from '../givenError.ts';
import { viewFrom } from '../methods/method.ts';
import type { SendConfig } from '../params/sendConfig.ts';
import { matchedNow } from './matchedSend.ts';
import { preflightFailure } from './preflightFailure.ts';
import { outcomeOf } from './ruleOutcome.ts';
import { sanitize } from './sanitizeSent.ts';
import { landsAtOnce, send } from './sendMoves.ts';
import { chooseRule } from './sendRules.ts';
import {
  type CheckedSignatures,
  checkSignatures,
  impersonationHint,
  notImpersonatedHint,
  wronglyImpersonated,
} from './signatureChecks.ts';
import { simulate, simulationFacts } from './simulation.ts';
import { refusalOf } from './unknownEffects.ts';

/**
 * Checks a transaction that was sent, in the order of the node, and puts it into the next block, or into the queue.
 *
 * Source   agave 4.1 rpc.rs send_transaction
 * @module
 */

/** The result of a send, and the ledger after it. */
export interface SendResult {
  readonly transaction: SentTransaction;
  readonly move: MoveResult;
  readonly rule: CountedRule | undefined;
  /** the token accounts that it names */
  readonly tokens: KnownTokens;
  /** undefined: it was accepted */
  readonly error: RpcError | undefined;
  /** programs that it calls and whose effect is not known: they do nothing */
  readonly assumed: readonly Address[];
  /** signers that the ledger impersonates */
  readonly impersonated: readonly Address[];
}

/** Processes a send on the current state of a live ledger, and moves the ledger. */
export async function moveBySend<R extends { readonly move: MoveResult }>(
  live: LiveLedger,
  processNow: (now: MoveInput) => R,
): Promise<R & { readonly sentAt: SentAt }> {
  let result: (R & { readonly sentAt: SentAt }) | undefined;
  await live.moveWithSends((now) => {
    result = { ...processNow(now), sentAt: sentAtTip(now.state) };
    return result.move;
  });
  return result!;
}

type PreflightConfig = Pick<SendConfig, 'minContextSlot' | 'preflightCommitment' | 'skipPreflight'>;

/** The ledger that a send is checked on. @throws RpcError minContextSlotNotReached */
export function viewOfSend(
  { minContextSlot, preflightCommitment, skipPreflight }: PreflightConfig,
  state: LedgerState,
): LedgerView {
  const commitment = skipPreflight ? 'processed' : preflightCommitment;
  return viewFrom({ ledger: state, dialect: DIALECTS.agave }, { commitment, minContextSlot });
}

/**
 * @param bundle id of the bundle that only this transaction is in
 * @throws RpcError for an invalid transaction; no rule counts it
 */
export function processSend(
  now: MoveInput,
  transaction: SentTransaction,
  config: PreflightConfig,
  execute: Executor,
  bundle?: string,
): SendResult {
  const { skipPreflight } = config;
  const view = viewOfSend(config, now.state);
  const resolved = sanitize(transaction, view);
  const matched = matchedNow(resolved, now.state);
  const { rule, sends } = chooseRule(now.sends, matched);
  const outcome = outcomeOf(rule);
  const signatures = checkSignatures(resolved, view.state);
  const facts = { transaction, rule, tokens: matched.tokens, impersonated: signatures.impersonated };
  const refuse = (error: RpcError): SendResult => {
    return { ...facts, move: { state: now.state, sends }, error, assumed: [] };
  };
  const earlyError =
    ruleError(outcome, now.state) ??
    impersonationError(signatures, view) ??
    (skipPreflight ? undefined : earlyRefusal(signatures, view, outcome));
  if (earlyError !== undefined) return refuse(earlyError);
  try {
    const simulation = isSimulated(now, signatures, outcome, skipPreflight)
      ? simulate(resolved, view, outcome, execute)
      : undefined;
    // without preflight, the simulation only finds effects that are not modelled, which throw: its error refuses nothing
    if (simulation !== undefined && simulation.err !== null && !skipPreflight)
      return refuse(preflightFailure(simulation.err, simulationFacts(simulation)));
    const group = groupOfOne(transaction, outcome);
    const move =
      bundle === undefined
        ? send({ ...now, sends }, group, execute)
        : send(
            {
              ...now,
              sends: addBundle(sends, { id: bundle, transactions: [transaction], sentAt: view.blockTimeSeconds }),
            },
            { ...group, bundle: { id: bundle, isAtomic: false } },
            execute,
          );
    const assumed = simulation?.kind === 'run' ? simulation.execution.assumed : move.assumed;
    return { ...facts, move, error: undefined, assumed };
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === undefined) throw error;
    return refuse(refusal);
  }
}

/** The outcome of a send as control methods show it: refused, or the outcome of its rule. */
export function outcomeJson({ error, rule }: Pick<SendResult, 'error' | 'rule'>): JsonValue {
  if (error !== undefined) return { refused: refusalJson(error) };
  if (rule === undefined) return 'succeed';
  return (rule.json as { readonly then: JsonValue }).then;
}

/** The record of a transaction that was sent by itself. @param options the configuration that came with it */
export function recordOf(
  { assumed, error, impersonated, rule, sentAt, tokens, transaction }: SendResult & Pick<NewSentRecord, 'sentAt'>,
  options: JsonValue,
): NewSentRecord {
  return {
    transaction,
    sentAt,
    tokens,
    options,
    rule: rule?.id ?? null,
    decision: rule && outcomeOf(rule),
    outcome: outcomeJson({ error, rule }),
    error: error && errorJson(error),
    assumed,
    impersonated,
  };
}

/** The configuration of a transaction that is sent, and the bundle that it is in. */
interface SentWith {
  readonly options: JsonValue;
  readonly bundle?: NewSentRecord['bundle'];
}

/** The record of a transaction that is refused before a rule sees it, because its accounts cannot be asked for. */
export function recordOfRefused(
  transaction: SentTransaction,
  { bundle, options }: SentWith,
  error: RpcError,
  state: LedgerState,
): NewSentRecord {
  const outcome = outcomeJson({ error, rule: undefined });
  return { transaction, bundle, options, sentAt: sentAtTip(state), rule: null, outcome, error: errorJson(error) };
}

function sentAtTip(state: LedgerState): SentAt {
  const { blockTimeSeconds, slot } = processedView(state);
  return { slot, blockTimeSeconds };
}

/** An error as the record of a send has it. */
export function errorJson({ code, data, message }: RpcError): JsonObject {
  return { code, ...(data !== undefined && { data }), message };
}

/** The code of a refusal, with the `err` of a failed preflight. */
function refusalJson({ code, data }: RpcError): JsonObject {
  const err = isJsonObject(data) ? data.err : undefined;
  return { code, ...(err !== undefined && { err }) };
}

/**
 * Whether a send is simulated: not with a bad signature, which leaders drop, and not if it lands at once without a preflight.
 */
function isSimulated(now: MoveInput, { wrong }: CheckedSignatures, outcome: SendOutcome, skipPreflight: boolean) {
  return wrong.length === 0 && !(skipPreflight && landsAtOnce(now, outcome));
}

/** The error with which a rule answers a send. */
export function ruleError(outcome: SendOutcome, state: LedgerState): RpcError | undefined {
  return outcome.kind === 'rpcError' ? givenError(outcome, state) : undefined;
}

/**
 * The refusal of an impersonated address without its signature, and of such a signature without its address, with or without preflight:
 * it was not meant so.
 */
export function impersonationError(
  signatures: CheckedSignatures,
  { state }: Pick<LedgerView, 'state'>,
): RpcError | undefined {
  const address = wronglyImpersonated(signatures, state);
  const [forgotten] = signatures.notImpersonated;
  const hint = address === undefined ? forgotten && notImpersonatedHint(forgotten) : impersonationHint(address);
  return hint === undefined ? undefined : preflightFailure('SignatureFailure', undefined, hint);
}

/** The refusal before the simulation: a bad signature, or else an unhealthy node. */
function earlyRefusal({ wrong }: CheckedSignatures, { state }: LedgerView, outcome: SendOutcome): RpcError | undefined {
  if (wrong.length > 0) return preflightFailure('SignatureFailure');
  const slotsBehind = outcome.kind === 'unhealthy' ? outcome.slotsBehind : state.clusterFacts.slotsBehind;
  if (slotsBehind === undefined) return undefined;
  return slotsBehind === null ? rpcErrors.nodeUnhealthyUnknown() : rpcErrors.nodeUnhealthy(slotsBehind);
}
