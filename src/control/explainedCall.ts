import type { JsonValue } from '../codec/jsonText.ts';
import { rpcErrors } from '../errors.ts';
import type { LedgerState } from '../ledger/state.ts';
import { processedView } from '../ledger/view.ts';
import type { Moment } from '../live/move.ts';
import { absentReasonOfCall } from '../rpc/asking/absentReasons.ts';
import { isWithoutBytes } from '../rpc/asking/unknownAccounts.ts';
import { answerWithReasons, type ExplainedAnswer, explainAnswer } from '../rpc/methods/explainAnswer.ts';
import type { Reasons } from '../rpc/methods/reasons/index.ts';
import { accountName, fewOf } from '../rpc/methods/reasons/reasonSink.ts';
import { readAsNode } from '../rpc/params/params.ts';
import { SendFates } from '../rpc/sending/fates.ts';
import { accountNeedsOf, type SendMethod } from '../rpc/sending/sendMethod.ts';
import type { Address } from '../solana/address.ts';
import type { ControlContext } from './controlMethod.ts';
import { errorOfUnknownMethod, explanationOfUnknownMethod } from './suggestMethod.ts';

/** The context of an explanation: `now` is the ledger that answers the call. */
export type ExplainContext = Pick<
  ControlContext,
  'addresses' | 'dialect' | 'execute' | 'live' | 'maxResultBytes' | 'methodOf' | 'now' | 'sends' | 'upstreamAccounts'
>;

/**
 * Answers a call with reasons. An RpcError becomes the answer; other errors are thrown.
 *
 * @throws RpcError invalidArgument for a method that changes the ledger
 */
export async function explainedCall(
  name: string,
  params: JsonValue | undefined,
  context: ExplainContext,
): Promise<ExplainedAnswer> {
  const { addresses, dialect, live, maxResultBytes, methodOf, now, sends } = context;
  const method = methodOf(name);
  const fates = new SendFates(live.sent, now);
  if (method !== undefined)
    return answerWithReasons(method, params, { ledger: now.state, dialect, addresses, maxResultBytes }, fates);
  const sending = sends.get(name);
  if (changesLedger(name, context)) throw rpcErrors.invalidArgument(changeText(name));
  if (sending === undefined) {
    const reasons = [{ kind: 'because', sentence: explanationOfUnknownMethod(name) }] as const;
    return { answer: { error: errorOfUnknownMethod(name) }, reasons };
  }
  return explainedSend(sending, params, context, fates);
}

/** Answers a simulation, or the status of what was sent, with reasons: also those about the accounts that it needs. */
function explainedSend(
  method: SendMethod,
  params: JsonValue | undefined,
  { execute, live, maxResultBytes, now, upstreamAccounts }: ExplainContext,
  fates: SendFates,
): Promise<ExplainedAnswer> {
  const read = () => readAsNode(method.params, params, now.state.protocol.version);
  const answer = async (values: unknown, reasons: Reasons) => {
    const needs = upstreamAccounts && accountNeedsOf(method, values, now);
    if (needs !== undefined) addUnknown(upstreamAccounts!.wouldAsk(needs, now), now.state, reasons);
    try {
      return await method.answer(values, { live, now, execute, maxResultBytes, reasons });
    } catch (error) {
      addAbsent(method, values, now, reasons);
      throw error;
    }
  };
  return explainAnswer(method, params, read, answer, fates);
}

/** Adds the sentences about accounts that upstream would be asked for. */
function addUnknown(addresses: readonly Address[], state: LedgerState, reasons: Reasons): void {
  const view = processedView(state);
  const withoutBytes = addresses.filter((address) => isWithoutBytes(address, view));
  const unknown = addresses.filter((address) => !withoutBytes.includes(address));
  if (unknown.length > 0) reasons.addMissing(`the ledger does not know ${namesOf(unknown, state)}`);
  if (withoutBytes.length > 0)
    reasons.addMissing(`the ledger does not know the bytes of ${namesOf(withoutBytes, state)}`);
}

/** Adds the sentence about accounts that a call needs and that upstream does not have, if there are any. */
function addAbsent(method: SendMethod, values: unknown, now: Moment, reasons: Reasons): void {
  const absent = absentReasonOfCall(method, values, now);
  if (absent !== undefined) reasons.add(absent);
}

function namesOf(addresses: readonly Address[], state: LedgerState): string {
  return fewOf(addresses.map((address) => accountName(address, state)));
}

/** Whether calls of a method change the ledger: such a call cannot be answered again. */
export function changesLedger(method: string, { sends }: Pick<ExplainContext, 'sends'>): boolean {
  return sends.has(method) && sends.get(method)?.reading === undefined;
}

/** The reason why a call that changes the ledger is not explained. */
export function changeText(method: string): string {
  return `${method} changes the ledger: only calls that read it are explained`;
}
