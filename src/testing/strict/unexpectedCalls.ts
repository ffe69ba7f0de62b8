import { stringifyJson } from '../../codec/jsonText.ts';
import { middleCut } from '../../codec/text.ts';
import type { JournalCall } from '../../control/controlTypes.ts';
import { similarMethod } from '../../control/suggestMethod.ts';
import { rpcErrors } from '../../errors.ts';
import { jsonOf } from '../../rpc/protocol/inProcessCalls.ts';
import { isFromTest, type TestCalls } from './testCalls.ts';

const UNKNOWN_METHOD = rpcErrors.methodNotFound().code;

/**
 * Sentences about the unexpected calls of the tested app, oldest first; equal calls have one sentence.
 *
 * @param methods true: those that the node has; a list: only these, whatever the answer
 */
export function unexpectedCalls(
  calls: readonly JournalCall[],
  testCalls: TestCalls,
  methods: true | readonly string[],
): readonly string[] {
  const isAllowed = ({ code, method, outcome }: JournalCall) =>
    methods === true ? outcome !== 'error' || code !== UNKNOWN_METHOD : methods.includes(method);
  const unexpected = calls.filter((call) => !isFromTest(call) && !isAllowed(call) && !testCalls.isExpected(call));
  return Array.from(byText(unexpected), ([text, [first, ...others]]) => {
    const reason = methods === true ? unknownText(first!) : notAllowedText(first!, methods);
    const more = others.length === 0 ? '' : ` (and ${others.length} more like it)`;
    return `unexpected call: call ${first!.id}: ${middleCut(text)}${more}: ${reason}`;
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

function unknownText({ code, method }: JournalCall): string {
  const similar = similarMethod(method);
  return `error ${code}${similar === undefined ? '' : `; the nearest method is ${similar}`}`;
}

function notAllowedText({ method }: JournalCall, methods: readonly string[]): string {
  const similar = similarMethod(method, methods);
  return `\`strict.methods\` does not name it${similar === undefined ? '' : `; the nearest is ${similar}`}`;
}
