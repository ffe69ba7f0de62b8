import { stringifyJson } from '../codec/jsonText.ts';
import { counted, middleCut } from '../codec/text.ts';
import type { FixtureProblem } from '../fixtures/document/problems.ts';
import type { JournalCall } from '../rpc/control/callMethods.ts';
import { jsonOf } from '../rpc/protocol/inProcessCalls.ts';
import { sendError } from './sendError.ts';
import { type TestNode, withoutKeys } from './testNode.ts';

const SHOWN_CALLS = 10;
const SHOWN_WARNINGS = 5;

/**
 * The report of a failed test, in lines: the last calls to its node, errors first, each with the reasons of its answer, then warnings.
 *
 * @param warnings of the ledger of the node
 */
export async function callsReport(
  node: Pick<TestNode, 'calls' | 'explain' | 'sent' | 'url'>,
  warnings: readonly FixtureProblem[] = [],
): Promise<string> {
  const calls = await node.calls();
  const url = withoutKeys(node.url);
  const number = calls.length === 0 ? 'no call' : counted(calls.length, 'call');
  const shown = shownOf(calls);
  const more = calls.length - shown.length;
  return [
    `stillnode: ${number} came to ${url}`,
    ...(await callLines(shown, node)),
    ...(more > 0 ? [`  and ${more} more: node.calls() has all`] : []),
    ...warnings.slice(0, SHOWN_WARNINGS).map((warning) => `  warning: ${warning}`),
    ...(warnings.length > SHOWN_WARNINGS ? [`  warning: and ${warnings.length - SHOWN_WARNINGS} more`] : []),
  ].join('\n');
}

function shownOf(calls: readonly JournalCall[]): readonly JournalCall[] {
  const failed = calls.filter(({ outcome }) => outcome !== 'result').slice(-SHOWN_CALLS);
  const left = SHOWN_CALLS - failed.length;
  const others = left === 0 ? [] : calls.filter(({ outcome }) => outcome === 'result').slice(-left);
  return [...failed, ...others];
}

/** Reasons are shown once for equal calls. */
async function callLines(
  calls: readonly JournalCall[],
  node: Pick<TestNode, 'explain' | 'sent'>,
): Promise<readonly string[]> {
  const explained = new Set<string>();
  const lines: string[] = [];
  for (const { code, id, method, outcome, params } of calls) {
    const text = stringifyJson(jsonOf(params, 'params'));
    lines.push(`  call ${id}: ${method} ${middleCut(text)}: ${outcome}${code === undefined ? '' : ` ${code}`}`);
    const key = `${method} ${text}`;
    if (outcome === 'fault' || explained.has(key)) continue;
    explained.add(key);
    lines.push(...(await whyOf(method, params as readonly unknown[], node)).map((sentence) => `    ${sentence}`));
  }
  return lines;
}

async function whyOf(
  method: string,
  params: readonly unknown[],
  node: Pick<TestNode, 'explain' | 'sent'>,
): Promise<readonly string[]> {
  if (method === 'sendTransaction') return sendError(params, await node.sent().catch(() => []));
  // other calls that change the ledger are not explained
  const { why } = await node.explain(method, params).catch(() => ({ why: [] }));
  return why;
}
