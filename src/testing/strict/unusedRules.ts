import { stringifyJson } from '../../codec/jsonText.ts';
import { counted, middleCut } from '../../codec/text.ts';
import type { ListedFault } from '../../control/controlTypes.ts';
import type { LedgerControls } from '../../control/ledgerControls.ts';
import type { NewSendMatch } from '../../control/newSendRule.ts';
import type { MismatchData } from '../../errors.ts';
import { jsonOf } from '../../rpc/protocol/inProcessCalls.ts';
import { receivedLike } from './receivedLike.ts';
import type { TestCalls } from './testCalls.ts';

type Node = Pick<LedgerControls, 'calls' | 'listFaults' | 'listSendRules' | 'sent' | 'verify'>;

/** A rule with what a strict test reads of it. */
interface CheckedRule extends ListedFault {
  readonly rule: {
    readonly match?: NewSendMatch & {
      readonly method?: string | readonly string[];
      readonly params?: unknown;
      readonly times?: number;
    };
    readonly times?: number;
    readonly optional?: boolean;
  };
}

/** A rule of the test that was not used as often as it should be. */
interface UnusedRule {
  readonly sentence: string;
  /** an error made when the test added it */
  readonly caller: Error;
}

/** The faults and send rules of the test that were never used, or less often than their `times`. */
export async function unusedRules(node: Node, testCalls: TestCalls): Promise<readonly UnusedRule[]> {
  const [faults, sendRules, sent] = await Promise.all([node.listFaults(), node.listSendRules(), node.sent()]);
  // a revert takes back the counts of send rules, but not what they decided
  const decisionsOf = (id: string) => sent.filter(({ rule }) => rule === id).length;
  return [
    ...(await unusedOf(faults, testCalls, { timesOf: ({ match }) => match?.times, missOf: missedCall, node })),
    ...(await unusedOf(
      sendRules.map((rule) => ({ ...rule, hits: Math.max(rule.hits, decisionsOf(rule.id)) })),
      testCalls,
      { timesOf: ({ times }) => times, missOf: missedSend, node },
    )),
  ];
}

/** A kind of rules: faults, or send rules. */
interface RuleKind {
  readonly timesOf: (rule: CheckedRule['rule']) => number | undefined;
  readonly missOf: (rule: CheckedRule['rule'], node: Node) => Promise<string>;
  readonly node: Node;
}

async function unusedOf(
  rules: readonly ListedFault[],
  testCalls: TestCalls,
  { missOf, node, timesOf }: RuleKind,
): Promise<readonly UnusedRule[]> {
  const unused: UnusedRule[] = [];
  for (const { hits, id, rule } of rules as readonly CheckedRule[]) {
    const times = timesOf(rule) ?? 1;
    const caller = testCalls.rules.get(id);
    if (hits >= times || rule.optional === true || caller === undefined) continue;
    const beginning = hits === 0 ? 'never used:' : 'used too rarely:';
    const count = hits === 0 ? '' : `: ${hits} of ${counted(times, 'time')}`;
    const sentence = `${beginning} ${id} ${ruleText(rule)}${count}; ${await missOf(rule, node)}`;
    unused.push({ sentence, caller });
  }
  return unused;
}

function ruleText(rule: unknown): string {
  return middleCut(stringifyJson(jsonOf(rule, 'rule')));
}

async function missedCall({ match = {} }: CheckedRule['rule'], node: Node): Promise<string> {
  const { method = [], params } = match;
  const misses: MismatchData[] = [];
  for (const name of [method].flat())
    misses.push(await receivedLike(node, { method: name, ...(params !== undefined && { params }) }));
  const matches = misses.reduce((sum, miss) => sum + (miss.matches ?? 0), 0);
  if (matches > 0)
    return `${counted(matches, 'call')} with this method and parameters came: an earlier fault, or other members of this one, left it unused`;
  const { length } = misses.length === 0 ? await node.calls() : [];
  if (length > 0) return `${counted(length, 'call')} came, none of them in a way that it affects`;
  return missText(misses.find(({ nearest }) => nearest.length > 0) ?? misses[0]);
}

async function missedSend({ match = {} }: CheckedRule['rule'], node: Node): Promise<string> {
  const miss = await receivedLike(node, { sent: match });
  const matches = miss.matches ?? 0;
  return matches > 0
    ? `${counted(matches, 'transaction')} with this match came: an earlier rule, \`nth\` or the checks of the node decided`
    : missText(miss);
}

function missText({ missing, nearest }: Partial<MismatchData> = {}): string {
  const [first] = nearest ?? [];
  if (first === undefined) return missing ?? 'there were no calls';
  return `the nearest is ${[first.text, ...first.differences].join('; ')}`;
}
