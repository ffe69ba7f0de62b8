import { rpcErrors } from '../errors.ts';
import type { LoggedCall } from '../live/callLog.ts';
import type { SentRecord } from '../live/sends.ts';
import type { LedgerWatcher } from '../live/watchers.ts';
import { ANY_OBJECT } from '../rpc/openrpc/schemas.ts';
import { fits } from '../rpc/sending/sendMatch.ts';
import { sentContextOf, sentJson } from '../rpc/sending/sentJson.ts';
import type { Cursor } from '../syntax/cursor.ts';
import { readU32 } from '../syntax/readers.ts';
import { type Argument, anyValue, config, MAX_TIMER_MS, text, u64 } from './arguments.ts';
import { CALL, callJson } from './callMethods.ts';
import { type ControlContext, controlMethod } from './controlMethod.ts';
import { sendSceneOf } from './parse/sendScene.ts';
import { SENT } from './sends.ts';
import { unknownMethodMessage } from './suggestMethod.ts';
import { type CallMatch, isCallOf, JOURNAL_OFF, matchText, nearCalls } from './verify.ts';
import { nearSends, numberedSends, sendLines, sendMatchOf, sendMatchText } from './verifySent.ts';

/**
 * Control methods that wait for what a client does. A waiting call blocks nothing, and ends when its client goes away.
 * @module
 */

const DEFAULT_TIMEOUT_MS = 5_000;

const timeoutMs: Argument<number> = {
  schema: { type: 'integer', minimum: 0, maximum: MAX_TIMER_MS, default: DEFAULT_TIMEOUT_MS },
  read: readTimeout,
};

function readTimeout(at: Cursor): number | undefined {
  const ms = readU32(at);
  return ms === undefined || ms <= MAX_TIMER_MS ? ms : at.expected(`milliseconds from 0 to ${MAX_TIMER_MS}`);
}

export const waitForCall = controlMethod({
  name: 'stillnode_waitForCall',
  summary:
    'waits for a call of a method with parameters that contain the expected ones, and of a subscription until its client hears what comes next; an earlier call counts',
  params: {
    method: text,
    'config?': config({ 'params?': anyValue({}), 'since?': u64, 'timeoutMs?': timeoutMs }),
  },
  result: 'the first such call, after the one with the id `since`, as stillnode_calls has it',
  schema: CALL,
  errors: ['unknownName', 'verificationFailed', 'waitTimedOut'],

  async run({ config: { params, since = 0n, timeoutMs = DEFAULT_TIMEOUT_MS } = {}, method }, context) {
    const { calls } = context.live;
    if (calls.size === 0) throw rpcErrors.verificationFailed(JOURNAL_OFF);
    const match = { method, params: params ?? undefined };
    assertMethod(match, calls.calls);
    const isWanted = (call: LoggedCall) => call.id > since && isCallOf(call, match);
    const early = calls.calls.find((call) => isWanted(call) && calls.isHeard(call));
    if (early !== undefined) return callJson(early);
    const call = await waitFor<LoggedCall>(context, {
      timeoutMs,
      watch: (found) => ({ heard: (each) => isWanted(each) && found(each) }),
      textOf: () => {
        const later = calls.calls.filter(({ id }) => id > since);
        return [`no call${matchText(match)} within ${timeoutMs} ms`, ...nearCalls(match, later)];
      },
    });
    return callJson(call);
  },
});

/** A misspelled method is never called, unless the client has misspelled it too. */
function assertMethod({ method }: CallMatch, calls: readonly LoggedCall[]): void {
  const message = calls.some((call) => call.method === method) ? undefined : unknownMethodMessage(method);
  if (message !== undefined) throw rpcErrors.invalidArgument(`method: ${message}`);
}

export const waitForSend = controlMethod({
  name: 'stillnode_waitForSend',
  summary: 'waits for a transaction that matches as in send rules, accepted or refused; an earlier one counts',
  params: {
    'match?': anyValue(ANY_OBJECT),
    'config?': config({ 'since?': u64, 'timeoutMs?': timeoutMs }),
  },
  result: 'the first such transaction, after the first `since` of them, as stillnode_sent has it',
  schema: SENT,
  errors: ['unknownName', 'waitTimedOut'],

  async run({ config: { since = 0n, timeoutMs = DEFAULT_TIMEOUT_MS } = {}, match: given = {} }, context) {
    const { dialect, live } = context;
    const scene = sendSceneOf(live.version.state);
    const match = sendMatchOf(given, scene, 'match');
    const laterSends = () => numberedSends(live.sent.records, live.version.state).slice(Number(since));
    const firstWanted = () => laterSends().filter(({ sent }) => fits(match, sent))[(match.nth ?? 1) - 1]?.record;
    const record =
      firstWanted() ??
      (await waitFor<SentRecord>(context, {
        timeoutMs,
        watch: (found) => ({
          sent: () => {
            const wanted = firstWanted();
            if (wanted !== undefined) found(wanted);
          },
        }),
        textOf: () => {
          const sends = laterSends();
          const fitting = sends.filter(({ sent }) => fits(match, sent));
          const lines = fitting.length > 0 ? sendLines(fitting, scene) : nearSends(match, sends, scene);
          return [`no sent transaction${sendMatchText(given)} within ${timeoutMs} ms`, ...lines];
        },
      }));
    return sentJson(record, sentContextOf(live.version.state, dialect));
  },
});

interface Wait<T> {
  readonly timeoutMs: number;
  readonly watch: (found: (value: T) => void) => Pick<LedgerWatcher, 'heard' | 'sent'>;
  /** lines of the error after the time */
  readonly textOf: () => readonly string[];
}

/** @throws RpcError after the time, or when the client or the ledger has gone */
function waitFor<T>(
  { caller, live }: Pick<ControlContext, 'caller' | 'live'>,
  { textOf, timeoutMs, watch }: Wait<T>,
): Promise<T> {
  caller.onWaiting?.();
  return new Promise<T>((resolve, reject) => {
    const stops: (() => void)[] = [];
    const end = (settle: () => void) => {
      for (const stop of stops.splice(0)) stop();
      settle();
    };
    const isOut = () => reject(rpcErrors.waitTimedOut(textOf().join('\n')));
    const timer = setTimeout(() => end(isOut), timeoutMs);
    stops.push(() => clearTimeout(timer));
    const stopWatching = live.watch({
      ...watch((value) => end(() => resolve(value))),
      moved: () => {},
      switched: () => {},
      ended: () => end(() => reject(rpcErrors.unknownName('the ledger was removed, and the wait with it'))),
    });
    stops.push(stopWatching);
    const stopListening = caller.whenGone?.(() =>
      end(() => reject(rpcErrors.unknownName('the client has disconnected'))),
    );
    if (stopListening !== undefined) stops.push(stopListening);
  });
}
