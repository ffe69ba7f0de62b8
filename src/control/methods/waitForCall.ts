import { rpcErrors } from '../../errors.ts';
import type { JournaledCall } from '../../live/journal.ts';
import { withNoteAlone } from '../../rpc/openrpc/schema.ts';
import { config, json, optional, text, u64, withDefault } from '../../syntax/syntax.ts';
import { type CallMatch, forgottenCalls, isCallOf, journalOff, matchText, nearestCalls } from '../callMatch.ts';
import { fromCode } from '../codeArgument.ts';
import { controlMethod } from '../controlMethod.ts';
import { CALL, callJson } from '../journalCall.ts';
import { mismatchError } from '../mismatchText.ts';
import { misspelledMethodText } from '../suggestMethod.ts';
import { callWaitOptionsOf, TIMEOUT_MS, waitFor } from '../waiting.ts';

const PARAMS = {
  method: text,
  config: fromCode(
    config({ params: optional(json()), since: withDefault(u64, 0n), timeoutMs: TIMEOUT_MS }),
    'CallWaitOptions',
    callWaitOptionsOf,
  ),
};

export const waitForCall = controlMethod({
  name: 'waitForCall',
  effect: 'reads',
  summary:
    'waits for a call of a method with parameters that contain the expected ones; an earlier call counts, and a subscription counts when its client gets the next notification',
  doc: [
    '@example',
    "await node.waitForCall('slotSubscribe');",
    "await node.waitForCall('getTransaction', { params: [signature], timeoutMs: 500 });",
    '@param config `params`: values that the parameters contain; `since`: only calls after the one with this id; `timeoutMs`: default 5000',
    '@throws RpcError after that time, with the nearest calls',
  ],
  params: PARAMS,
  result: withNoteAlone(CALL, 'the first matching call with an id above `since`, as stillnode_calls shows it'),
  errors: ['unknownName', 'verificationFailed', 'waitTimedOut'],

  async run({ config: { params, since, timeoutMs }, method }, context) {
    const { calls } = context.live;
    if (calls.capacity === 0) throw rpcErrors.verificationFailed(...journalOff());
    const match = { method, params: params ?? undefined };
    assertMethod(match, calls.calls);
    const isWanted = (call: JournaledCall) => call.id > since && isCallOf(call, match);
    // a subscription is heard once its client gets notifications; other calls at once
    const early = calls.calls.find((call) => isWanted(call) && calls.isHeard(call));
    if (early !== undefined) return callJson(early);
    const call = await waitFor<JournaledCall>(context, {
      timeoutMs,
      watch: (resolve) => ({ heard: (call) => isWanted(call) && resolve(call) }),
      mismatch: () => {
        const later = calls.calls.filter(({ id }) => id > since);
        const forgotten = since < calls.lastId - calls.calls.length ? calls.forgotten : 0;
        const head = `no call${matchText(match)} within ${timeoutMs} ms`;
        return mismatchError(head, 0, nearestCalls(match, later), forgottenCalls(forgotten));
      },
    });
    return callJson(call);
  },
});

/** A misspelled method is never called, unless the client has misspelled it too. */
function assertMethod({ method }: CallMatch, calls: readonly JournaledCall[]): void {
  const message = calls.some((call) => call.method === method) ? undefined : misspelledMethodText(method);
  if (message !== undefined) throw rpcErrors.invalidArgument(`method: ${message}`);
}
