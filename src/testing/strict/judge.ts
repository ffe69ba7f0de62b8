import { JOURNAL_OFF } from '../../control/callMatch.ts';
import type { LedgerControls } from '../../control/ledgerControls.ts';
import { reasonOf } from '../matchers.ts';
import type { OwnAsks } from './ownAsks.ts';
import type { StrictChecks } from './strictness.ts';
import { unexpectedCalls } from './unexpectedCalls.ts';
import { unreadSends } from './unreadSends.ts';
import { unusedRules } from './unusedRules.ts';

/** The result of the checks of a strict test. */
export interface Judgement {
  /** one for each mistake; none: the test passes */
  readonly sentences: readonly string[];
  /** the reason why calls and sends were not judged; undefined: they were, or they need not be */
  readonly note: string | undefined;
}

const NOTHING: Judgement = { sentences: [], note: undefined };

/** @param node without a record of what is asked here */
export async function judge(
  node: LedgerControls,
  asks: OwnAsks,
  { methods, sends, unused }: StrictChecks,
): Promise<Judgement> {
  const needsCalls = methods !== false || sends;
  if (!needsCalls && !unused) return NOTHING;
  const rules = unused ? await unusedRules(node, asks) : [];
  const note = needsCalls ? await journalGap(node) : undefined;
  if (!needsCalls || note !== undefined) return { sentences: rules, note };
  const calls = await node.calls();
  const sentences = [
    ...(methods === false ? [] : unexpectedCalls(calls, asks, methods)),
    ...rules,
    ...(sends ? unreadSends(await node.sent(), calls, asks) : []),
  ];
  return { sentences, note };
}

/** The reason why the journal does not have all calls: `stillnode_verify` says it. Undefined: it has them. */
async function journalGap(node: Pick<LedgerControls, 'verify'>): Promise<string | undefined> {
  // a check that always fails
  const lines = await node.verify({ method: 'getHealth', times: 2 ** 32 - 1 }).then(
    () => [],
    (error: Error) => {
      if (reasonOf(error) === 'verification') return error.message.split('\n');
      throw error;
    },
  );
  return lines.find((line) => line === JOURNAL_OFF || line.includes('older calls are forgotten'));
}
