import { stringifyJson } from '../codec/jsonText.ts';
import { counted, middleCut } from '../codec/text.ts';
import type { JournalCall } from '../control/controlTypes.ts';
import { DEFAULT_DIALECT } from '../dialect.ts';
import type { FixtureProblem } from '../files/fixtureError.ts';
import { withoutKeys } from '../node/connection/httpCalls.ts';
import { jsonOf } from '../rpc/protocol/inProcessCalls.ts';
import type { TestNode } from './testNode.ts';

const SHOWN_CALLS = 10;
const SHOWN_MOVES = 5;
const SHOWN_WARNINGS = 5;

/**
 * The report of a failed test, in lines: the last calls to its node, errors first, then warnings. Each call has the reasons of its answer,
 * from the ledger at the time of the call. The dialect of the node is named where it is not the default.
 *
 * @param warnings of the ledger of the node
 */
export async function callsReport(
  node: Pick<TestNode, 'calls' | 'getTips' | 'moves' | 'url'>,
  warnings: readonly FixtureProblem[] = [],
): Promise<string> {
  const calls = await node.calls();
  const { dialect } = await node.getTips();
  const url = withoutKeys(node.url);
  const inDialect = dialect === DEFAULT_DIALECT ? '' : `, which speaks the ${dialect} dialect`;
  const number = calls.length === 0 ? 'no call' : counted(calls.length, 'call');
  const shownCalls = shownOf(calls);
  const more = calls.length - shownCalls.length;
  return [
    `stillnode: ${number} came to ${url}${inDialect}`,
    ...(await callLines(shownCalls, node)),
    ...(more > 0 ? [`  and ${more} more: node.calls() has all`] : []),
    ...moveLines(await node.moves()),
    ...warnings.slice(0, SHOWN_WARNINGS).map((warning) => `  warning: ${warning}`),
    ...(warnings.length > SHOWN_WARNINGS ? [`  warning: and ${warnings.length - SHOWN_WARNINGS} more`] : []),
  ].join('\n');
}

/** The newest moves of the ledger, each with the call that came before it. */
function moveLines(moves: Awaited<ReturnType<TestNode['moves']>>): readonly string[] {
  const earlier = moves.length - SHOWN_MOVES;
  return [
    ...(earlier > 0 ? [`  ${counted(earlier, 'earlier move')}: node.moves() has all`] : []),
    ...moves.slice(-SHOWN_MOVES).map(({ afterCall, count, method, params, slot }) => {
      const text = method === null ? 'time' : `${method.replace('stillnode_', '')} ${middleCut(params ?? '[]')}`;
      const times = count === 1 ? '' : ` ×${count}`;
      return `  moved after call ${afterCall}: ${text}${times}: slot ${slot}`;
    }),
  ];
}

function shownOf(calls: readonly JournalCall[]): readonly JournalCall[] {
  const failed = calls.filter(({ outcome }) => outcome !== 'result').slice(-SHOWN_CALLS);
  const remaining = SHOWN_CALLS - failed.length;
  const answered = remaining === 0 ? [] : calls.filter(({ outcome }) => outcome === 'result').slice(-remaining);
  return [...failed, ...answered];
}

/** The lines of calls. If equal calls have equal reasons, only the first of them shows the reasons. */
async function callLines(calls: readonly JournalCall[], node: Pick<TestNode, 'calls'>): Promise<readonly string[]> {
  const seenReasons = new Set<string>();
  const lines: string[] = [];
  for (const { code, id, isNull, method, outcome, params } of calls) {
    const text = stringifyJson(jsonOf(params, 'params'));
    const codeText = code === undefined ? '' : ` ${code}`;
    lines.push(`  call ${id}: ${method} ${middleCut(text)}: ${outcome}${isNull ? ' null' : codeText}`);
    const why = await reasonsOf(id, node);
    const key = JSON.stringify([method, text, why]);
    if (!seenReasons.has(key)) lines.push(...why.map((sentence) => `    ${sentence}`));
    seenReasons.add(key);
  }
  return lines;
}

/** The reasons of an answer; none if the journal no longer has the call. */
async function reasonsOf(id: number, node: Pick<TestNode, 'calls'>): Promise<readonly string[]> {
  const [call] = await node.calls({ id });
  return call?.why ?? [];
}
