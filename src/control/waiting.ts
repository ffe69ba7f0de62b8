import { rpcErrors } from '../errors.ts';
import { MAX_TIMER_MS } from '../live/faults/delay.ts';
import type { LedgerWatcher } from '../live/watchers.ts';
import type { Cursor } from '../syntax/cursor.ts';
import { readU32 } from '../syntax/readers.ts';
import { syntax, withDefault } from '../syntax/syntax.ts';
import { assertOptions } from './assertArguments.ts';
import type { ControlContext } from './controlMethod.ts';

/** The bounds of a wait. */
export interface WaitOptions {
  /** the id of a call, or of a sent transaction: only later ones count; default: all count */
  readonly since?: number;
  /** milliseconds; default: 5,000 */
  readonly timeoutMs?: number;
}

/** The call that is waited for, and the bounds of the wait. */
export interface CallWaitOptions extends WaitOptions {
  /** values that the parameters must contain: lists may be longer, objects may have more members; default: any */
  readonly params?: unknown;
}

/** @throws TypeError for an unknown option */
export function waitOptionsOf(options: WaitOptions): WaitOptions {
  assertOptions(options, ['since', 'timeoutMs'], 'waitForSend');
  return options;
}

/** @throws TypeError for an unknown option, and for parameters in place of options */
export function callWaitOptionsOf(options: CallWaitOptions): CallWaitOptions {
  if (Array.isArray(options))
    throw new TypeError("`options` has to be an object, not a list: waitForCall('getBlock', { params: [5] })");
  assertOptions(options, ['params', 'since', 'timeoutMs'], 'waitForCall');
  return options;
}

/** The argument for the time that a wait takes at most, in milliseconds. */
export const TIMEOUT_MS = withDefault(
  syntax(readTimeout, { type: 'integer', minimum: 0, maximum: MAX_TIMER_MS }),
  5_000,
);

function readTimeout(at: Cursor): number | undefined {
  const ms = readU32(at);
  return ms === undefined || ms <= MAX_TIMER_MS ? ms : at.expected(`milliseconds from 0 to ${MAX_TIMER_MS}`);
}

interface Wait<T> {
  readonly timeoutMs: number;
  readonly watch: (resolve: (value: T) => void) => Pick<LedgerWatcher, 'heard' | 'sent'>;
  /** the message and the data of the error after the time */
  readonly mismatch: () => Readonly<Parameters<typeof rpcErrors.waitTimedOut>>;
}

/** Waits for an action of a client; other calls are answered meanwhile. @throws RpcError after the time, or when the client or the ledger has gone */
export function waitFor<T>(
  { caller, live }: Pick<ControlContext, 'caller' | 'live'>,
  { mismatch, timeoutMs, watch }: Wait<T>,
): Promise<T> {
  caller.onWaiting?.();
  return new Promise<T>((resolve, reject) => {
    const stops: (() => void)[] = [];
    const end = (settle: () => void) => {
      for (const stop of stops.splice(0)) stop();
      settle();
    };
    const rejectTimeout = () => reject(rpcErrors.waitTimedOut(...mismatch()));
    const timer = setTimeout(() => end(rejectTimeout), timeoutMs);
    stops.push(() => clearTimeout(timer));
    const stopWatching = live.watch({
      ...watch((value) => end(() => resolve(value))),
      moved: () => {},
      switched: () => {},
      // the error of calls to a ledger that does not exist
      ended: () => end(() => reject(rpcErrors.unknownName(String(live.endedBecause)))),
    });
    stops.push(stopWatching);
    // this error ends the wait; the client is not there to read it
    const stopListening = caller.whenGone?.(() =>
      end(() => reject(rpcErrors.unknownName('the client has disconnected'))),
    );
    if (stopListening !== undefined) stops.push(stopListening);
  });
}
