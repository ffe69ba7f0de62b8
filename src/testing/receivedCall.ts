import { stringifyJson } from '../codec/jsonText.ts';
import { counted, middleCut } from '../codec/text.ts';
import type { FixtureProblem } from '../fixtures/document/problems.ts';
import type { LedgerControls } from '../node/ledgerControls.ts';
import type { JournalCall } from '../rpc/control/callMethods.ts';
import { jsonOf } from '../rpc/protocol/inProcessCalls.ts';
import { sendError } from './sendError.ts';
import { type TestNode, withoutKeys } from './testNode.ts';

/** `data.reason` of the error of a control call. Does not look at its class, of which a project may have two copies. */
export function reasonOf(error: unknown): unknown {
  const data: unknown = typeof error === 'object' && error !== null && 'data' in error ? error.data : undefined;
  return typeof data === 'object' && data !== null && 'reason' in data ? data.reason : undefined;
}

/**
 * `toHaveReceivedCall`: what a node was called with, as a matcher of Vitest and Jest.
 * @module
 */

export interface ReceivedTimes {
  /** default: at least once */
  readonly times?: number;
}

/** What both runners take from a matcher. */
export interface MatcherResult {
  readonly pass: boolean;
  message(): string;
}

/** `this` of a matcher. */
interface Matching {
  readonly isNot?: boolean;
}

/**
 * Calls `stillnode_verify`, so that a node without a journal fails with `.not` too.
 *
 * @param params what the parameters of the call contain: members of objects, beginnings of lists; undefined: any
 * @throws TypeError for a value that is not a node, and for `times` with `.not`
 */
export async function toHaveReceivedCall(
  this: Matching | undefined,
  node: unknown,
  method: string,
  params?: unknown,
  { times }: ReceivedTimes = {},
): Promise<MatcherResult> {
  const isNot = this?.isNot === true;
  if (!isAsked(node))
    throw new TypeError('toHaveReceivedCall takes a node or a fork: await expect(node).toHaveReceivedCall(…)');
  if (isNot && times !== undefined)
    throw new TypeError('`times` cannot be combined with `.not`: expect the number of calls instead');
  const expected = {
    method,
    ...(params !== undefined && { params }),
    ...(isNot ? { times: 0 } : times !== undefined && { times }),
  };
  const mismatch = await mismatchOf(node, expected);
  const isAsExpected = mismatch === undefined;
  return { pass: isAsExpected !== isNot, message: () => mismatch ?? '' };
}

async function mismatchOf(
  node: Pick<LedgerControls, 'verify'>,
  expected: Exclude<Parameters<LedgerControls['verify']>[0], string>,
): Promise<string | undefined> {
  try {
    await node.verify(expected);
    return undefined;
  } catch (error) {
    if (reasonOf(error) === 'verification') return (error as Error).message;
    throw error;
  }
}

function isAsked(node: unknown): node is Pick<LedgerControls, 'verify'> {
  return typeof node === 'object' && node !== null && 'verify' in node && typeof node.verify === 'function';
}

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
