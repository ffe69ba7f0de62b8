import { type LedgerView, processedView } from '../../ledger/view.ts';
import type { Moment } from '../../live/move.ts';
import { absentUpstreamText } from '../methods/reasons/askedAccountTexts.ts';
import { accountName } from '../methods/reasons/reasonSink.ts';
import { accountNeedsOf, type SendMethod } from '../sending/sendMethod.ts';
import { type AccountNeeds, absentAccounts } from './unknownAccounts.ts';

/** The sentence about the accounts that transactions need and that upstream does not have; undefined: it has them all. */
export function absentReason(needs: AccountNeeds, view: LedgerView): string | undefined {
  const names = absentAccounts(needs, view).map((address) => accountName(address, view.state));
  return names.length === 0 ? undefined : absentUpstreamText(names);
}

/** The sentence about the accounts that a call needs and that upstream does not have. @param values what the method has read */
export function absentReasonOfCall(method: SendMethod, values: unknown, now: Moment): string | undefined {
  const needs = accountNeedsOf(method, values, now);
  return needs && absentReason(needs, processedView(now.state));
}
