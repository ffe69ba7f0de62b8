import { type JsonText, stringifyJson } from '../../codec/jsonText.ts';
import type { Dialect } from '../../dialect.ts';
import { RpcError } from '../../errors.ts';
import type { OtherNode } from '../../ledger/otherNode.ts';
import type { AnswerDetails, CallOutcome } from '../../live/journal.ts';
import type { LiveLedger } from '../../live/liveLedger.ts';
import type { Moment } from '../../live/move.ts';
import type { SentRecord } from '../../live/sentLog.ts';
import type { ControlTable } from '../tables.ts';
import { type Call, type Caller, IN_PROCESS } from './call.ts';

/** Details of an answer besides its outcome. */
export interface AnswerNotes extends Omit<AnswerDetails, 'basis' | 'timeMs'> {
  /** the ledger of the answer */
  readonly moment?: Moment | undefined;
  /** the node that a fault put in place of the node of the ledger; undefined: none */
  readonly otherNode?: OtherNode | undefined;
  readonly sent?: SentRecord | undefined;
}

/** Receives every call once its answer is there, also where a fault holds it back. */
export interface CallJournal {
  /** the ledger that a call is answered from if it starts now; undefined: the journal does not keep it */
  readonly now?: () => Moment;
  /** @param params as they were sent; undefined: there were none */
  readonly add: (call: CallOutcome, params: JsonText | undefined, caller: Caller, notes: AnswerNotes) => void;
}

/**
 * The journal of a ledger, for calls in a dialect; undefined: it is off.
 *
 * @param controls methods whose calls are not recorded
 */
export function ledgerJournal(
  live: LiveLedger,
  dialect: Dialect,
  controls: Pick<ControlTable, 'owns'> | undefined,
): CallJournal | undefined {
  const { calls } = live;
  if (calls.capacity === 0) return undefined;
  return {
    now: () => live.moment,
    add(call, params, caller, { totalMs: durationMs, isListening, moment, otherNode, sent, text }) {
      if (controls?.owns(call.method) || caller.isInspector()) return;
      const basis = moment && { dialect, moment, otherNode, sent };
      const timeMs = Math.round(Date.now() - call.durationMs);
      calls.add(call, params, caller, { basis, totalMs: durationMs, isListening, text, timeMs });
      if (sent !== undefined) live.sent.noteCall(sent, calls.lastId);
    },
  };
}

/**
 * Records a call of this process without a message.
 *
 * @param now milliseconds on a clock that only goes forward
 */
export function runJournaled<T>(
  journal: CallJournal | undefined,
  now: () => number,
  { method, params = null }: Call,
  run: (onSubscribed: (isListening: Promise<boolean>) => void) => T,
): T {
  if (journal === undefined) return run(() => {});
  const start = now();
  const moment = journal.now?.();
  const text = stringifyJson(params);
  let isListening: Promise<boolean> | undefined;
  const add = (outcome: 'result' | 'error', code?: number) =>
    journal.add({ method, outcome, code, durationMs: now() - start }, text, IN_PROCESS, { isListening, moment });
  try {
    const result = run((heard) => {
      isListening = heard;
    });
    add('result');
    return result;
  } catch (error) {
    if (error instanceof RpcError) add('error', error.code);
    throw error;
  }
}
