import { isJsonObject, type JsonObject, type JsonValue } from '../../codec/jsonText.ts';
import { DIALECTS } from '../../dialect.ts';
import { type RpcError, rpcErrors } from '../../errors.ts';
import type { LedgerView } from '../../ledger/view.ts';
import type { MoveInput, MoveResult } from '../../live/checkpoint.ts';
import type { CountedRule } from '../../live/sends.ts';
import type { Executor } from '../../runtime/loadedTransaction.ts';
import { NotModelledError } from '../../runtime/notModelled.ts';
import type { SendOutcome } from '../../runtime/sendRule.ts';
import type { Address } from '../../solana/address.ts';
import type { SentTransaction } from '../../solana/sentTransaction.ts';
import { viewFrom } from '../methods/method.ts';
import type { SendConfig } from '../params/sendConfig.ts';
import { notModelledRefusal } from './assumed.ts';
import { preflightFailure } from './checks.ts';
import { hasGoodSignatures, type ResolvedTransaction, sanitize } from './sanitizeSent.ts';
import { landsAtOnce, send } from './sendingSteps.ts';
import { chooseRule, outcomeOf } from './sendRules.ts';
import { failedExecution, type Simulation, simulate } from './simulation.ts';

/**
 * Decides on a transaction that was sent, in the order of the node, and puts it on its way into a block.
 *
 * Source   agave 4.1 rpc.rs send_transaction
 * @module
 */

/** The decision on a send, and the ledger after it. */
export interface Decision {
  readonly moved: MoveResult;
  readonly rule: CountedRule | undefined;
  /** undefined: it was accepted */
  readonly error: RpcError | undefined;
  /** programs that it calls and whose effect is not known: they do nothing */
  readonly assumed: readonly Address[];
}

/**
 * @throws RpcError for an invalid transaction; no rule counts it
 */
export function decide(now: MoveInput, transaction: SentTransaction, config: SendConfig, execute: Executor): Decision {
  const commitment = config.skipPreflight ? 'processed' : config.preflightCommitment;
  const { minContextSlot } = config;
  const view = viewFrom({ ledger: now.state, dialect: DIALECTS.agave }, { commitment, minContextSlot });
  const resolved = sanitize(transaction, view);
  const { rule, sends } = chooseRule(now.sends, resolvedSend(resolved));
  const outcome = outcomeOf(rule);
  const refused = (error: RpcError): Decision => ({ moved: { state: now.state, sends }, rule, error, assumed: [] });
  try {
    const { assumed, error } = preflight({ ...now, sends }, resolved, view, outcome, config, execute);
    if (error !== undefined) return refused(error);
    const moved = send({ ...now, sends }, { transaction, outcome }, execute);
    return { moved, rule, error, assumed: assumed ?? moved.assumed };
  } catch (error) {
    if (error instanceof NotModelledError) return refused(notModelledRefusal(error));
    throw error;
  }
}

/** A send as rules match it. */
export function resolvedSend(transaction: ResolvedTransaction) {
  return { transaction, keys: transaction.keys };
}

/** The outcome of a send as control methods show it: refused, or the outcome of its rule. */
export function outcomeJson({ error, rule }: Pick<Decision, 'error' | 'rule'>): JsonValue {
  if (error !== undefined) return { refused: refusalJson(error) };
  if (rule === undefined) return 'succeed';
  return (rule.json as { readonly then: JsonValue }).then;
}

/** `err` is that of a failed preflight. */
function refusalJson({ code, data }: RpcError): JsonObject {
  const err = isJsonObject(data) ? data.err : undefined;
  return { code, ...(err !== undefined && { err }) };
}

interface Preflight {
  readonly error?: RpcError | undefined;
  /** undefined: it was not executed, because its block will execute it */
  readonly assumed?: readonly Address[];
}

/** Without preflight, only an unknown effect refuses a transaction. @throws NotModelledError */
function preflight(
  now: MoveInput,
  transaction: ResolvedTransaction,
  view: LedgerView,
  outcome: SendOutcome,
  { skipPreflight }: SendConfig,
  execute: Executor,
): Preflight {
  const error = skipPreflight ? givenError(outcome) : earlyRefusal(transaction, view, outcome);
  if (error !== undefined) return { error };
  // leaders drop a bad signature
  if (!hasGoodSignatures(transaction)) return { assumed: [] };
  if (skipPreflight && landsAtOnce(now, outcome)) return {};
  const simulation = simulate(transaction, view, outcome, execute);
  const assumed = simulation.kind === 'run' ? simulation.execution.assumed : [];
  return { error: skipPreflight ? undefined : simulationFault(simulation), assumed };
}

function givenError(outcome: SendOutcome): RpcError | undefined {
  if (outcome.kind !== 'rpcError') return undefined;
  return rpcErrors.givenError(outcome.code, outcome.message, outcome.data);
}

function earlyRefusal(transaction: ResolvedTransaction, view: LedgerView, outcome: SendOutcome): RpcError | undefined {
  const error = givenError(outcome);
  if (error !== undefined) return error;
  return hasGoodSignatures(transaction) ? healthFault(view, outcome) : preflightFailure('SignatureFailure');
}

/** Asked only where the signatures are good. */
function healthFault({ state }: LedgerView, outcome: SendOutcome): RpcError | undefined {
  if (outcome.kind === 'unhealthy') return unhealthy(outcome.slotsBehind);
  const { slotsBehind } = state.cluster;
  return slotsBehind === undefined ? undefined : rpcErrors.nodeUnhealthy(slotsBehind);
}

function unhealthy(slotsBehind: bigint | null): RpcError {
  return slotsBehind === null ? rpcErrors.nodeUnhealthyUnknown() : rpcErrors.nodeUnhealthy(slotsBehind);
}

function simulationFault(simulation: Simulation): RpcError | undefined {
  if (simulation.err === null) return undefined;
  if (simulation.kind === 'refused') return preflightFailure(simulation.err);
  return preflightFailure(simulation.err, failedExecution(simulation));
}
