import { forgottenCalls } from '../../control/callMatch.ts';
import type { LedgerControls } from '../../control/ledgerControls.ts';
import { forgottenText } from '../../control/mismatchText.ts';
import { receivedLike } from './receivedLike.ts';
import type { StrictChecks } from './strictness.ts';
import type { TestCalls } from './testCalls.ts';
import { unexpectedCalls } from './unexpectedCalls.ts';
import { unreadSends } from './unreadSends.ts';
import { unusedRules } from './unusedRules.ts';

/** The result of the checks of a strict test. */
export interface StrictResult {
  /** one for each mistake; none: the test passes */
  readonly sentences: readonly string[];
  /** the reason why calls and sends were not checked; undefined: they were, or these checks are off */
  readonly note: string | undefined;
  /** an error made when the test added the first of its unused rules; undefined: there are none */
  readonly caller: Error | undefined;
}

const NOTHING: StrictResult = { sentences: [], note: undefined, caller: undefined };

/** Makes the chosen checks of a test. @param node controls whose calls are not in `testCalls` */
export async function checkTest(
  node: LedgerControls,
  testCalls: TestCalls,
  { allow, methods, sends, unused }: StrictChecks,
): Promise<StrictResult> {
  const needsCalls = methods || sends;
  if (!needsCalls && !unused) return NOTHING;
  const rules = unused ? await unusedRules(node, testCalls) : [];
  const ruleSentences = rules.map(({ sentence }) => sentence);
  const caller = rules[0]?.caller;
  const note = needsCalls ? await journalGap(node) : undefined;
  if (!needsCalls || note !== undefined) return { sentences: ruleSentences, note, caller };
  const calls = await node.calls();
  const sentences = [
    ...(methods ? unexpectedCalls(calls, testCalls, allow) : []),
    ...ruleSentences,
    ...(sends ? unreadSends(await node.sent(), calls, testCalls) : []),
  ];
  return { sentences, note, caller };
}

/** The reason why the journal does not have all calls; undefined: it has them. */
async function journalGap(node: Pick<LedgerControls, 'verify'>): Promise<string | undefined> {
  const { forgotten, matches, missing } = await receivedLike(node, { method: 'getHealth' });
  return forgotten > 0 ? forgottenText(forgottenCalls(forgotten)) : matches === null ? missing : undefined;
}
