/**
 * What a test that failed is told of the calls to its node.
 * @module
 */

import { counted } from '../codec/counted.ts';
import { stringifyJson } from '../codec/json.ts';
import type { JournalCall } from '../control/journalTypes.ts';
import { jsonOf } from '../jsonrpc/inProcess.ts';
import { withoutKeys } from './remoteNode.ts';
import type { TestNode } from './testNode.ts';

const SHOWN_CALLS = 10;
/** of parameters */
const SHOWN_CHARACTERS = 120;

/** Lines: the last calls, those with errors before all others. */
export async function callsReport(node: Pick<TestNode, 'calls' | 'url'>): Promise<string> {
  const calls = await node.calls();
  const url = withoutKeys(node.url);
  if (calls.length === 0) return `stillnode: no call came to ${url}`;
  const shown = shownOf(calls);
  const more = calls.length - shown.length;
  return [
    `stillnode: ${counted(calls.length, 'call')} came to ${url}`,
    ...shown.map(callLine),
    ...(more > 0 ? [`  and ${more} more: node.calls() has all`] : []),
  ].join('\n');
}

function shownOf(calls: readonly JournalCall[]): readonly JournalCall[] {
  const failed = calls.filter(({ outcome }) => outcome !== 'result').slice(-SHOWN_CALLS);
  const left = SHOWN_CALLS - failed.length;
  const others = left === 0 ? [] : calls.filter(({ outcome }) => outcome === 'result').slice(-left);
  return [...failed, ...others];
}

function callLine({ code, id, method, outcome, params }: JournalCall): string {
  const text = stringifyJson(jsonOf(params, 'params'));
  const short = text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
  return `  call ${id}: ${method} ${short}: ${outcome}${code === undefined ? '' : ` ${code}`}`;
}
