import { stringifyJson } from '../codec/jsonText.ts';
import { counted, middleCut } from '../codec/text.ts';
import type { FixtureProblem } from '../fixtures/document/problems.ts';
import type { LedgerControls } from '../node/controlTypes.ts';
import type { JournalCall } from '../rpc/control/callMethods.ts';
import { jsonOf } from '../rpc/protocol/inProcessCalls.ts';
import { type TestNode, withoutKeys } from './testNode.ts';

/** The word for programs that an error of a control call has; undefined: it has none. Looks at no class: a project may have two copies of it. */
export function reasonOf(error: unknown): unknown {
  const data: unknown = typeof error === 'object' && error !== null && 'data' in error ? error.data : undefined;
  return typeof data === 'object' && data !== null && 'reason' in data ? data.reason : undefined;
}

/**
 * `toHaveReceivedCall`: what a node was called with, as a matcher of Vitest and Jest.
 * @module
 */

/** How often there should have been a call. */
export interface ReceivedTimes {
  /** default: at least once */
  readonly times?: number;
}

/** What both runners take from a matcher. */
export interface MatcherResult {
  readonly pass: boolean;
  message(): string;
}

/** What a matcher is told besides its arguments. */
interface Matching {
  readonly isNot?: boolean;
}

/**
 * Asks the node itself: `.not` means no call at all, so it asks for none, and a node that keeps no journal fails either way.
 *
 * @param params what the parameters of the call contain: members of objects, beginnings of lists; undefined: any
 * @throws TypeError for what is no node, or for `times` behind `.not`
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
    throw new TypeError('`times` behind `.not` says little: expect the number of calls that there should be');
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

/**
 * What a test that failed is told of the calls to its node.
 * @module
 */

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
