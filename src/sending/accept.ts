/**
 * Decides on a transaction that was sent, in the order of the node, and puts it on its way into a block.
 *
 * Source   agave 4.1 rpc.rs send_transaction
 * @module
 */
import { isJsonObject, type JsonObject, type JsonValue } from '../codec/json.ts';
import { DIALECTS } from '../dialect.ts';
import { type RpcError, rpcErrors } from '../errors.ts';
import type { LedgerView } from '../ledger/view.ts';
import type { Moved, Moving } from '../live/kept.ts';
import type { CountedRule } from '../live/sends.ts';
import { viewFrom } from '../methods/method.ts';
import type { SendOutcome } from '../model/sendRule.ts';
import type { SentTransaction } from '../model/sentTransaction.ts';
import type { SendConfig } from '../params/sendConfig.ts';
import type { ParserSet } from '../programs/parsed.ts';
import type { Executor } from '../runtime/transactions/transaction.ts';
import { preflightFailure } from './judge/preflight.ts';
import { type ResolvedTransaction, sanitize } from './judge/sanitize.ts';
import { hasGoodSignatures } from './judge/signatures.ts';
import { send } from './onTheWay.ts';
import { chooseRule } from './rules/choose.ts';
import { simulate } from './simulation.ts';
import { failedExecution } from './simulationJson.ts';

export const SUCCEED: SendOutcome = { kind: 'succeed' };

/** What was decided, and what the ledger is after it. */
export interface Decision {
  readonly moved: Moved;
  readonly rule: CountedRule | undefined;
  /** undefined: it was accepted */
  readonly error: RpcError | undefined;
}

/**
 * @throws RpcError for what is no transaction that a bank could take: nothing is counted then
 */
export function decide(
  now: Moving,
  transaction: SentTransaction,
  config: SendConfig,
  parsers: ParserSet,
  execute: Executor,
): Decision {
  const commitment = config.skipPreflight ? 'processed' : config.preflightCommitment;
  const { minContextSlot } = config;
  const view = viewFrom({ ledger: now.state, dialect: DIALECTS.agave }, { commitment, minContextSlot });
  const resolved = sanitize(transaction, view);
  const { rule, sends } = chooseRule(now.sends, resolvedSend(resolved), parsers);
  const outcome = rule?.rule.then ?? SUCCEED;
  const error = refusalOf(resolved, view, outcome, config, execute);
  if (error !== undefined) return { moved: { state: now.state, sends }, rule, error };
  return { moved: send({ ...now, sends }, { transaction, outcome }, execute), rule, error };
}

/** What rules look at. */
export function resolvedSend(transaction: ResolvedTransaction) {
  return { transaction, keys: transaction.keys };
}

/** What the outcome of a send is shown as: that it was refused, or what was to become of it. */
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

function refusalOf(
  transaction: ResolvedTransaction,
  view: LedgerView,
  outcome: SendOutcome,
  { skipPreflight }: SendConfig,
  execute: Executor,
): RpcError | undefined {
  if (outcome.kind === 'rpcError') return rpcErrors.givenError(outcome.code, outcome.message, outcome.data);
  if (skipPreflight) return undefined;
  if (!hasGoodSignatures(transaction)) return preflightFailure('SignatureFailure');
  return healthFault(view, outcome) ?? simulationFault(transaction, view, outcome, execute);
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

function simulationFault(
  transaction: ResolvedTransaction,
  view: LedgerView,
  outcome: SendOutcome,
  execute: Executor,
): RpcError | undefined {
  const simulation = simulate(transaction, view, outcome, execute);
  if (simulation.err === null) return undefined;
  if (simulation.kind === 'refused') return preflightFailure(simulation.err);
  return preflightFailure(simulation.err, failedExecution(simulation));
}
