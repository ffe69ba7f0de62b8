import { listOf } from '../codec/foreignJson.ts';
import { parseJson } from '../codec/parseJson.ts';
import { unlessThrown } from '../codec/unlessThrown.ts';
import { RpcError } from '../errors.ts';
import { type OtherNode, stateOfNode } from '../ledger/otherNode.ts';
import type { JournaledCall } from '../live/journal.ts';
import type { Moment } from '../live/move.ts';
import { standingText } from '../live/standingPolls.ts';
import { absentReasonOfCall } from '../rpc/asking/absentReasons.ts';
import type { ExplainedAnswer } from '../rpc/methods/explainAnswer.ts';
import { readAsNode } from '../rpc/params/params.ts';
import { SendFates } from '../rpc/sending/fates.ts';
import { refusalText, sentContextOf } from '../rpc/sending/sentJson.ts';
import { impersonationText } from '../rpc/sending/signatureChecks.ts';
import type { Signature } from '../solana/address.ts';
import { changesLedger, type ExplainContext, explainedCall } from './explainedCall.ts';

const MOMENT_NOT_KEPT = 'the ledger of that moment is not kept any more: the ledgers of the past took too much memory';

/** The reasons of an answer in the journal, from the ledger that it was made from. */
export async function reasonsOf(call: JournaledCall, context: ExplainContext): Promise<readonly string[]> {
  const { basis, from, method, outcome } = call;
  const isOfLedger = from === undefined || from === 'ledger';
  if (basis === undefined || outcome === 'fault' || !isOfLedger) return [];
  if (method === SIGNATURE_SUBSCRIPTION && outcome === 'result') return silenceReasons(call, context);
  const { moment } = basis.keptMoment;
  if (moment === undefined) return [MOMENT_NOT_KEPT];
  const contextOfAnswer = { ...context, dialect: basis.dialect, now: momentOfNode(moment, basis.otherNode) };
  if (changesLedger(method, context)) return sendReasons(call, contextOfAnswer);
  const ofAnswer = await answerReasons(call, contextOfAnswer);
  return call.isPoll ? [...ofAnswer, standingText(method)] : ofAnswer;
}

/** A moment as another node of the cluster has it. @param node undefined: the node of the ledger itself */
function momentOfNode(moment: Moment, node: OtherNode | undefined): Moment {
  return { ...moment, state: stateOfNode(moment.state, node) };
}

function sendReasons(call: JournaledCall, context: ExplainContext): readonly string[] {
  const { dialect, live, now } = context;
  const sent = call.basis?.sent;
  const refusal = sent?.error && refusalText(sent, sentContextOf(new SendFates(live.sent, now), dialect));
  const absent = call.outcome === 'error' ? absentReasonOfRefusal(call, context) : undefined;
  const reasons = [refusal, ...(sent?.impersonated ?? []).map(impersonationText), absent];
  return reasons.filter((reason) => reason !== undefined);
}

/** The sentence about the accounts that a refused send needs and that upstream does not have. */
function absentReasonOfRefusal(
  { method: name, params }: JournaledCall,
  { now, sends }: ExplainContext,
): string | undefined {
  const method = sends.get(name);
  if (method === undefined || params === undefined) return undefined;
  const read = () => readAsNode(method.params, parseJson(params), now.state.protocol.version);
  const values = unlessThrown([RpcError], read);
  return values === undefined ? undefined : absentReasonOfCall(method, values, now);
}

/** The reasons why an open subscription to a signature is silent at present; none if it is not. */
function silenceReasons({ params }: JournaledCall, { live }: ExplainContext): readonly string[] {
  const signature = signatureIn(params);
  const isSilent = live.subscriptions.entries.some(
    (entry) =>
      entry.method === SIGNATURE_SUBSCRIPTION &&
      entry.isOpen &&
      entry.count === 0 &&
      signatureIn(entry.params) === signature,
  );
  if (signature === undefined || !isSilent) return [];
  const fate = new SendFates(live.sent, live.moment).ofSignature(signature);
  return fate === undefined ? [] : [fate.sentence];
}

const SIGNATURE_SUBSCRIPTION = 'signatureSubscribe';

/** The signature that a subscription names; undefined: the parameters have none. */
function signatureIn(params: string | undefined): Signature | undefined {
  const [signature] = listOf(params === undefined ? undefined : parseJson(params));
  return typeof signature === 'string' ? (signature as Signature) : undefined;
}

/** The reasons of an answer, if the call ends with the same error code, or without an error, when it is asked again. */
async function answerReasons(
  { code, method, params }: JournaledCall,
  context: ExplainContext,
): Promise<readonly string[]> {
  const values = params === undefined ? undefined : parseJson(params);
  const repeated = await explainedCall(method, values, context).catch(() => undefined);
  if (repeated === undefined || codeIn(repeated) !== code) return [];
  return repeated.reasons.map(({ sentence }) => sentence);
}

function codeIn({ answer }: ExplainedAnswer): number | undefined {
  return 'error' in answer ? answer.error.code : undefined;
}
