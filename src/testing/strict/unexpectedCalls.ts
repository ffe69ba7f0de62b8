import { stringifyJson } from '../../codec/jsonText.ts';
import { middleCut } from '../../codec/text.ts';
import type { JournalCall } from '../../control/controlTypes.ts';
import { extensionText, similarMethod } from '../../control/suggestMethod.ts';
import { rpcErrors } from '../../errors.ts';
import { EXTENSION_NAMES } from '../../extensions/index.ts';
import { jsonOf } from '../../rpc/protocol/inProcessCalls.ts';
import { isFromTest, type TestCalls } from './testCalls.ts';

const UNKNOWN_METHOD = rpcErrors.methodNotFound().code;

/**
 * Sentences about the calls of the tested app whose methods the node does not have, oldest first; equal calls have one sentence.
 *
 * @param allow methods that are expected all the same
 */
export function unexpectedCalls(
  calls: readonly JournalCall[],
  testCalls: TestCalls,
  allow: readonly string[],
): readonly string[] {
  const isAllowed = ({ code, method, outcome }: JournalCall) =>
    outcome !== 'error' || code !== UNKNOWN_METHOD || allow.includes(method);
  const unexpected = calls.filter((call) => !isFromTest(call) && !isAllowed(call) && !testCalls.isExpected(call));
  return Array.from(byText(unexpected), ([text, [first, ...others]]) => {
    const more = others.length === 0 ? '' : ` (and ${others.length} more like it)`;
    return `unexpected call: call ${first!.id}: ${middleCut(text)}${more}: ${unknownText(first!)}`;
  });
}

/** Calls by the text of their method and parameters. */
function byText(calls: readonly JournalCall[]): ReadonlyMap<string, readonly JournalCall[]> {
  const groups = new Map<string, JournalCall[]>();
  for (const call of calls) {
    const text = `${call.method} ${stringifyJson(jsonOf(call.params, 'params'))}`;
    groups.set(text, [...(groups.get(text) ?? []), call]);
  }
  return groups;
}

function unknownText({ code, method, transport }: JournalCall): string {
  // no extension is for WebSockets, on or off
  if (EXTENSION_NAMES.includes(method) && transport !== 'socket')
    return `error ${code}; it is ${extensionText(method)}`;
  const similar = similarMethod(method);
  return `error ${code}${similar === undefined ? '' : `; the nearest method is ${similar}`}`;
}
