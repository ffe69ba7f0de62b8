import { unlessThrown } from '../../codec/unlessThrown.ts';
import { DIALECTS } from '../../dialect.ts';
import { RpcError } from '../../errors.ts';
import type { LedgerView } from '../../ledger/view.ts';
import type { Moment } from '../../live/move.ts';
import { viewAt } from '../methods/method.ts';
import { absentUpstreamText } from '../methods/reasons/askedAccountTexts.ts';
import { accountName } from '../methods/reasons/reasonSink.ts';
import type { SendMethod } from '../sending/sendMethod.ts';
import { absentAccounts, type Judged } from './unknownAccounts.ts';

/** The sentence about the accounts that transactions need and that upstream does not have; undefined: it has them all. */
export function absentReason(judged: Judged, view: LedgerView): string | undefined {
  const names = absentAccounts(judged, view).map((address) => accountName(address, view.state));
  return names.length === 0 ? undefined : absentUpstreamText(names);
}

/** The sentence about the accounts that a call needs and that upstream does not have. @param values what the method has read */
export function absentReasonOfCall({ judges }: SendMethod, values: unknown, now: Moment): string | undefined {
  if (judges === undefined) return undefined;
  return unlessThrown([RpcError], () => {
    const view = viewAt({ ledger: now.state, dialect: DIALECTS.agave }, 'processed');
    return absentReason(judges(values, now), view);
  });
}
