/**
 * What a test that failed is told of the calls to its node.
 * @module
 */

import { counted } from '../codec/counted.ts';
import { stringifyJson } from '../codec/json.ts';
import { middleCut } from '../codec/middleCut.ts';
import type { JournalCall } from '../control/journalTypes.ts';
import type { FixtureProblem } from '../document/problem.ts';
import { jsonOf } from '../jsonrpc/inProcess.ts';
import { withoutKeys } from './remoteNode.ts';
import type { TestNode } from './testNode.ts';

const SHOWN_CALLS = 10;
const SHOWN_WARNINGS = 5;

/**
 * Lines: the last calls, those with errors before all others, each with why it is answered so, and what is doubtful in the fixtures.
 *
 * @param warnings of the ledger of the node
 */
export async function callsReport(
  node: Pick<TestNode, 'calls' | 'explain' | 'url'>,
  warnings: readonly FixtureProblem[] = [],
): Promise<string> {
  const calls = await node.calls();
  const url = withoutKeys(node.url);
  const came = calls.length === 0 ? 'no call' : counted(calls.length, 'call');
  const shown = shownOf(calls);
  const more = calls.length - shown.length;
  return [
    `stillnode: ${came} came to ${url}`,
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

/** The reason for equal calls is given once. */
async function callLines(calls: readonly JournalCall[], node: Pick<TestNode, 'explain'>): Promise<readonly string[]> {
  const explained = new Set<string>();
  const lines: string[] = [];
  for (const { code, id, method, outcome, params } of calls) {
    const text = stringifyJson(jsonOf(params, 'params'));
    lines.push(`  call ${id}: ${method} ${middleCut(text)}: ${outcome}${code === undefined ? '' : ` ${code}`}`);
    const key = `${method} ${text}`;
    if (outcome === 'fault' || explained.has(key)) continue;
    explained.add(key);
    // calls that change the ledger are not explained
    const { why } = await node.explain(method, params as readonly unknown[]).catch(() => ({ why: [] }));
    lines.push(...why.map((sentence) => `    ${sentence}`));
  }
  return lines;
}
